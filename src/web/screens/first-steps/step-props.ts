/** What every part of setting up is drawn with. */
export interface StepProps {
  /** It is done: the next one opens. */
  onDone: () => Promise<void>
}
