import type { CompiledLinkifier } from './environment'
import { match, mostLinks } from './linkifiers'

/** Characters that a trial repeats beside those of the pattern. */
const usualCharacters = ['a', '0', '-', '#', '.', '/', ' ']
const mostNamedCharacters = 15
/** Max characters whose pairs are repeated, too. */
const mostPaired = 5
const trialCharacters = 2_000
/**
 * Max steps for a text of a trial, a tenth of a second of the worst pattern; patterns as people write them
 * take a hundredth of it. Counted, so that a pattern has the same answer on every machine.
 */
const mostSteps = 5_000_000
/** Max steps for all texts of a trial. */
const mostStepsOfAll = 10 * mostSteps

/**
 * Whether a linkifier is too slow for some text. Tries texts that repeat the characters of its pattern,
 * because these make it read far. May take a second.
 */
export function isTooSlow(linkifier: CompiledLinkifier): boolean {
  let all = 0
  for (const unit of unitsOf(linkifier.pattern)) {
    const steps = stepsIn(linkifier, unit.repeat(Math.ceil(trialCharacters / unit.length)))
    all += steps
    if (steps > mostSteps || all > mostStepsOfAll) return true
  }
  return false
}

/** The texts that a trial repeats. */
function unitsOf(pattern: string): string[] {
  const literal = pattern.replace(/\(\?P?<\w+>|\\.|\{[0-9,]*\}|[()[\]{}|?*+^$]/g, '')
  const named = [...new Set(literal)].slice(0, mostNamedCharacters)
  const characters = [...new Set([...named, ...usualCharacters])]
  const paired = characters.slice(0, mostPaired)
  return [
    ...(literal === '' ? [] : [literal, `${literal} `]),
    ...characters.flatMap((one) => [one, `${one} `]),
    ...paired.flatMap((one) => paired.map((other) => one + other)),
  ]
}

/**
 * The steps of all searches in a text, each of which takes at most the steps of the pattern for each
 * character that it reads; stops soon after {@link mostSteps}.
 */
function stepsIn({ expression }: CompiledLinkifier, characters: string): number {
  const text = new ReadText(characters)
  // The engine takes anything that reads like a string.
  const matcher = expression.matcher(text as unknown as string)
  let steps = 0
  let from = 0
  for (let links = 0; links < mostLinks && steps <= mostSteps && from <= text.length;) {
    text.furthest = from
    const isFound = matcher.find(from)
    steps += expression.programSize() * (text.furthest - from + 1)
    if (!isFound) break
    const end = matcher.end(match)
    if (end > matcher.start(match)) links += 1
    from = Math.max(end, from + 1)
  }
  return steps
}

/** A text that notes how far it was read. */
class ReadText extends String {
  furthest = 0

  override charCodeAt(index: number): number {
    if (index > this.furthest) this.furthest = index
    return super.charCodeAt(index)
  }
}
