/** Days as a date field returns them, `2027-01-31`, in the browser's time zone. */

const padded = (value: number): string => String(value).padStart(2, '0');

export function tomorrow(now = new Date()): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return `${day.getFullYear()}-${padded(day.getMonth() + 1)}-${padded(day.getDate())}`;
}

/** The last second of the day, in ISO 8601. A date and time without a zone is local time. */
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59`).toISOString();
