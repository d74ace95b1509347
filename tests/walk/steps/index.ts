import type { Look } from '../page/look'
import type { StepKind } from '../step-kinds'
import { attachments } from './attachments'
import { keys } from './keys'
import { messages } from './messages'
import { others } from './others'
import { places } from './places'
import type { Play } from './step'
import { typing } from './typing'
import { windows } from './windows'

export const steps: Readonly<Record<StepKind, Play>> = {
  ...places,
  ...keys,
  ...typing,
  ...messages,
  ...attachments,
  ...windows,
  ...others,
}

/** Where a step begins; a reader who is elsewhere goes there first. */
type Start = 'box' | 'field' | 'feed'

const starts: Partial<Record<StepKind, Start>> = {
  ...{ newline: 'box', paste: 'box', attach: 'box', send: 'box', erase: 'box', editLast: 'box' },
  ...{ growWhileReceiving: 'box', type: 'field', typeWhileReceiving: 'field' },
  ...{
    feedKey: 'feed',
    messageKey: 'feed',
    wheel: 'feed',
    editTheirs: 'feed',
    reactTheirs: 'feed',
  },
}

/** The step that leads a reader to where another step begins; undefined for one who is there. */
export function wayTo(kind: StepKind, look: Look): StepKind | undefined {
  const start = starts[kind]
  const isInField = ['compose', 'editor', 'field'].includes(look.focus.kind)
  if (!start || look.dialogs.length > 0) return undefined
  if (start === 'feed') {
    if (!look.feed) return 'topicRow'
    return isInField && kind !== 'wheel' ? 'escape' : undefined
  }
  if (start === 'field' ? isInField : look.focus.kind === 'compose') return undefined
  return look.hasBox ? 'focusBox' : 'topicRow'
}
