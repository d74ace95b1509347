import { dateOf, firstText, numberOf, rowOf, rowsOf, textOf, textsOf } from '../archive/fields'
import type { Row } from '../archive/fields'
import { entityOf, finishLines, joinedLines, literal } from '../markup/literal'
import { isFallback, markdownOfAttachments } from './attachments'
import { markdownInsteadOfText, plainOfBlocks } from './blocks'
import { markdownOfFile } from './files'
import type { FoundMessage } from './merged-messages'
import { markdownOfMrkdwn, plainOfMrkdwn } from './mrkdwn'
import type { SlackNames } from './names'
import { filesOf, kindOf, sharedFilesOf } from './subtypes'
import type { Survey } from './survey'

/** The content of a message, and its plain words for topics and quotes. */
export interface Content {
  markdown: string
  words: string
}

interface Facts {
  names: SlackNames
  survey: Survey
}

/**
 * The content of a row; undefined for rows that become no message. Source: docs/protocol/import.md#slack-subtypes.
 * @param remark receives the reason why something is left out
 */
export function contentOf(
  { row, key }: FoundMessage,
  { names, survey }: Facts,
  remark: (reason: string) => void,
): Content | undefined {
  const kind = kindOf(row)
  switch (kind.kind) {
    case 'join':
    case 'leave':
      return undefined
    case 'other':
      if (kind.reason) remark(kind.reason)
      return undefined
    case 'deleted':
      return survey.replies.has(key) ? { markdown: '*deleted message*', words: '' } : undefined
    case 'huddle':
      return { markdown: huddleOf(row, names), words: 'huddle' }
    case 'me':
      return bodyOf(row, { names, survey }, remark, '/me ')
    case 'message':
      return bodyOf(row, { names, survey }, remark)
  }
}

/** Commands that a text must not begin with by chance. */
const command = /^\/(?=(?:me|poll|todo)(?!\S))/

function bodyOf(
  row: Row,
  { names, survey }: Facts,
  remark: (reason: string) => void,
  prefix = '',
): Content | undefined {
  const text = firstText(rowOf(row, 'comment'), 'comment') || textOf(row, 'text')
  const body =
    markdownInsteadOfText(row, names, remark) ??
    (isFallback(row) ? '' : markdownOfMrkdwn(text, names))
  const files = [...filesOf(row), ...sharedFilesOf(row)]
  const parts = [
    prefix ? prefix + joinedLines(body) : body.replace(command, entityOf),
    markdownOfAttachments(row, names, remark),
    files
      .map((file) => markdownOfFile(file, survey, remark))
      .filter(Boolean)
      .join('\n'),
  ]
  const markdown = parts.filter(Boolean).join('\n\n')
  if (markdown.trim() === '') {
    remark('A message has no content.')
    return undefined
  }
  const words =
    plainOfMrkdwn(text, names).trim() ||
    plainOfBlocks(rowsOf(row, 'blocks'), names).trim() ||
    firstText(files[0] ?? {}, 'title', 'name')
  return { markdown, words }
}

/** A line about a call: its length and participants. */
function huddleOf(row: Row, names: SlackNames): string {
  const room = rowOf(row, 'room')
  const [start, end] = ['date_start', 'date_end'].map((field) => numberOf(room, field) ?? 0)
  const isOver = dateOf(end, 's') !== undefined && start !== undefined && start > 0
  const minutes = isOver ? Math.max(1, Math.round(((end ?? 0) - start) / 60)) : 0
  const people = [...textsOf(room, 'participant_history'), ...textsOf(room, 'participants')]
  const others = [...new Set(people)].map((id) => names.user(id)?.name ?? '').filter(Boolean)
  const length = minutes > 0 ? ` of ${minutes} min` : ''
  const company = others.length > 0 ? ` with ${others.slice(0, 50).join(', ')}` : ''
  return finishLines(literal(`/me started a huddle${length}${company}`))
}
