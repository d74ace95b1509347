/** Props of every setup step. */
export interface StepProps {
  /** Marks the step as done; the next one opens. */
  onDone: () => Promise<void>
}
