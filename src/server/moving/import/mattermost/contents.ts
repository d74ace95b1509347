import { basename } from 'node:path'
import { fileLabel } from '../../../../shared/rules/file-label'
import { botAttachment } from '../markup/bot-attachment'
import { finishLines, joinedLines, referenceLink } from '../markup/literal'
import { reference } from '../markup/references'
import { markdownOfPost } from './markdown'
import type { MattermostNames } from './names'
import type { PostItem } from './posts'

/** The content of a post; '' if it has none. @param hasFile whether the archive has the file of a path */
export function contentOf(
  { text, team, isMe, files, attachments }: PostItem,
  names: MattermostNames,
  hasFile: (path: string) => boolean,
): string {
  const body = markdownOfPost(text, team, names)
  const links = files.map((path) => {
    const name = fileLabel(basename(path))
    const target = reference('file', path, '#')
    return finishLines(hasFile(path) ? referenceLink(name, target) : `${name} (missing)`)
  })
  const parts = [
    isMe ? `/me ${joinedLines(body)}` : body.replace(command, '\u200b'),
    ...attachments.map((each) =>
      botAttachment(each, (value) => markdownOfPost(value, team, names)),
    ),
    links.join('\n'),
  ]
  return parts.filter(Boolean).join('\n\n')
}

/** Commands that a text must not begin with by chance. */
const command = /^(?=\/(?:me|poll|todo)(?!\S))/
