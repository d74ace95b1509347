import { Random } from '../support/random'
import type { Step, StepKind } from './step-kinds'

/** Steps that belong together, with the weight of each. */
type Mood = Partial<Record<StepKind, number>>

const largestPick = 9_999

/** Stretches of a walk. A fault often needs several steps of one kind, which even chances would seldom bring together. */
const moods: readonly Mood[] = [
  // Reading by keys, with a message now and then.
  {
    feedKey: 8,
    focusBox: 2,
    type: 2,
    receiveHere: 3,
    wheel: 2,
    messageKey: 2,
    resize: 1,
    sidebarRow: 1,
  },
  // Writing a message.
  {
    ...{
      focusBox: 3,
      type: 6,
      newline: 6,
      receiveHere: 2,
      typeWhileReceiving: 3,
      growWhileReceiving: 3,
    },
    ...{ attach: 2, paste: 2, send: 3, erase: 1, editLast: 1, escape: 1, feedKey: 1 },
  },
  // Going from place to place.
  {
    ...{
      sidebarRow: 5,
      mainLink: 3,
      goingKey: 5,
      back: 3,
      forward: 1,
      view: 2,
      receiveElsewhere: 2,
    },
    ...{ switcher: 2, feedKey: 2, wheel: 1, type: 1, focusBox: 1, topicRow: 2 },
  },
  // Looking at things, and leaving them.
  {
    ...{
      picture: 7,
      button: 4,
      messageKey: 4,
      back: 7,
      escape: 3,
      help: 1,
      view: 1,
      sidebarRow: 1,
    },
    ...{ receiveHere: 1, tab: 1, type: 1, drawer: 2, dialogButton: 2 },
  },
  // Two tabs, and the other devices of the reader.
  {
    ...{
      otherTab: 4,
      closeTab: 1,
      focusBox: 3,
      type: 4,
      send: 2,
      receiveHere: 2,
      erase: 1,
      view: 1,
    },
    ...{ readElsewhere: 1, sidebarRow: 2, reload: 1, drafts: 2, pause: 2 },
  },
  // A bad connection.
  { offline: 2, online: 2, focusBox: 2, type: 4, send: 4, receiveHere: 2, sidebarRow: 2, back: 1 },
  // Other people.
  {
    ...{
      receiveHere: 4,
      receiveMany: 3,
      receiveElsewhere: 2,
      receivePrivate: 2,
      editTheirs: 3,
      reactTheirs: 3,
    },
    ...{ deleteTheirs: 1, wheel: 3, feedKey: 2, typingNotice: 1, resize: 2, focusBox: 1, type: 1 },
  },
]

const shortestMood = 4
const longestMood = 14

/** The steps of a walk; nothing but the seed decides them. */
export function planOf(seed: number, length: number): Step[] {
  const random = new Random(seed)
  const steps: Step[] = []
  while (steps.length < length) {
    const mood = random.pick(moods)
    const stretch = random.between(shortestMood, longestMood)
    for (let at = 0; at < stretch && steps.length < length; at += 1) {
      const pick = random.between(0, largestPick)
      steps.push({ kind: weighed(random, mood), pick, more: random.between(0, largestPick) })
    }
  }
  return steps
}

function weighed(random: Random, mood: Mood): StepKind {
  const entries = Object.entries(mood) as [StepKind, number][]
  let left = random.between(
    1,
    entries.reduce((sum, [, weight]) => sum + weight, 0),
  )
  for (const [kind, weight] of entries) if ((left -= weight) <= 0) return kind
  throw new Error('A mood has no steps.')
}
