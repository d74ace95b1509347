/** The look of a state, of a build or of an alert, at a glance. */
export type Mood = 'good' | 'bad' | 'neutral'

/** Characters, not names: every client can show these, whatever emoji names it knows. */
const signs: Record<Mood, string> = { good: '✅', bad: '❌', neutral: '⚪' }

export function moodSign(mood: Mood): string {
  return signs[mood]
}

/** The mood of a build by the words that sites use for its end. */
export function moodOfBuild(conclusion: string): Mood {
  if (/^success/.test(conclusion)) return 'good'
  if (/^(fail|error|timed_out|startup_failure|action_required)/.test(conclusion)) return 'bad'
  return 'neutral'
}

/** `timed_out` as a person writes it. */
export function spellState(state: string): string {
  return state.replaceAll('_', ' ')
}
