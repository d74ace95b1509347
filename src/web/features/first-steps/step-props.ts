/** Props of every setup step. */
export interface StepProps {
  /** Marks the step as done; the next one opens, unless this one still has something to show. */
  onDone: (staysOpen?: boolean) => Promise<void>
}
