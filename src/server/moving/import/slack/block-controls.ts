import { firstText, numberOf, rowOf, rowsOf, textOf, textsOf } from '../archive/fields'
import type { Row } from '../archive/fields'
import { finishLines, labeledLink, literal } from '../markup/literal'
import { decodeEntities, mention, streamLink, timeOf } from './angled'
import { labelAt, markdownOfImage, markdownOfObject, markdownOfPlain } from './text-objects'
import type { Reader } from './text-objects'

const texts = new Set(['mrkdwn', 'plain_text', 'rich_text', 'raw_text'])
const buttons = new Set(['button', 'workflow_button', 'url', 'url_source'])

/**
 * An element of a block: text, a picture, or a control. A button that leads to an address is a link, and a control with a
 * value is the value, since anything else works in Slack only.
 * Source: docs/protocol/import.md#slack-controls.
 */
export function markdownOfControl(control: Row, reader: Reader): string {
  const type = textOf(control, 'type')
  if (texts.has(type)) return markdownOfObject(control, reader)
  if (type === 'image') return markdownOfImage(control)
  const links = [control, ...rowsOf(control, 'options')].map(linkOf).filter(Boolean)
  if (links.length > 0) return links.join(' ')
  const value = valueOf(control, reader)
  if (value === '') {
    const kind = buttons.has(type) ? 'button without an address' : `control ${type.slice(0, 40)}`
    reader.tell(`A ${kind} of Slack is left out.`)
  }
  return value
}

/** Elements side by side. */
export function markdownOfControls(controls: readonly Row[], reader: Reader): string {
  return controls
    .map((control) => markdownOfControl(control, reader))
    .filter((each) => each !== '')
    .join(' ')
}

function linkOf(control: Row): string {
  const url = firstText(control, 'url')
  return url ? finishLines(labeledLink(labelAt(control, 'text'), decodeEntities(url))) : ''
}

function valueOf(control: Row, { names }: Reader): string {
  const options = [rowOf(control, 'initial_option'), ...rowsOf(control, 'initial_options')]
  const ids = (one: string, several: string) => [
    ...[textOf(control, one)].filter(Boolean),
    ...textsOf(control, several),
  ]
  const time = numberOf(control, 'initial_date_time')
  const values = [
    ...options.map((option) => labelAt(option, 'text')),
    ...ids('initial_user', 'initial_users').map((id) => mention(id, '', names)),
    ...ids('initial_channel', 'initial_channels').map((id) => streamLink(id, '', names)),
    ...ids('initial_conversation', 'initial_conversations').map((id) => streamLink(id, '', names)),
    markdownOfPlain(firstText(control, 'initial_date', 'initial_time', 'initial_value')),
    time === undefined ? '' : timeOf(time, ''),
  ]
  return finishLines(values.filter((value) => value !== '').join(', '))
}

/** An address with the name of a source, such as that of a call. */
export function namedLink(name: string, url: string): string {
  return finishLines(labeledLink(literal(name.replace(/\s+/g, ' ').trim()), url))
}
