export type Tone = 'good' | 'warning' | 'bad' | 'quiet';

/** The words for a state, and how good it is. */
export interface StatusLabel {
  readonly tone: Tone;
  readonly label: string;
}
