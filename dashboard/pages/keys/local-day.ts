/** Days as a date field writes them, `2027-01-31`, in the reader's time zone. */

const padded = (value: number): string => String(value).padStart(2, '0');

export function tomorrow(now = new Date()): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return `${day.getFullYear()}-${padded(day.getMonth() + 1)}-${padded(day.getDate())}`;
}

/** The last second of the day, as an ISO 8601 instant. Without a zone, a date and time is read as local. */
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59`).toISOString();
