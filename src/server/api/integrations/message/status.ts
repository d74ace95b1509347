/** Rating of a build's state. */
export type Mood = 'good' | 'bad' | 'neutral'

/** Emoji as characters, because not all clients know all emoji names. */
const signs: Record<Mood, string> = { good: '✅', bad: '❌', neutral: '⚪' }

export function moodSign(mood: Mood): string {
  return signs[mood]
}

/** The mood of a build from the sites' names of its result. */
export function moodOfBuild(conclusion: string): Mood {
  if (/^success/.test(conclusion)) return 'good'
  if (/^(fail|error|timed_out|startup_failure|action_required)/.test(conclusion)) return 'bad'
  return 'neutral'
}

/** A state in words: `timed out` for `timed_out`. */
export function spellState(state: string): string {
  return state.replaceAll('_', ' ')
}
