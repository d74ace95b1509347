import { encloseCode } from '../../../../shared/rules/fences'
import { fileLabel } from '../../../../shared/rules/file-label'
import { codeLanguage } from '../markup/code-language'
import { finishLines, labeledLink, referenceLink } from '../markup/literal'
import { firstText, isTrue, numberOf, textOf } from '../archive/fields'
import type { Row } from '../archive/fields'
import { reference } from '../markup/references'
import { fileNameOf } from './survey'
import type { Survey } from './survey'

const lostModes = new Set(['tombstone', 'hidden_by_limit'])
const lostAccess = new Set(['access_denied', 'file_not_found'])
const maxSnippetBytes = 8000

/**
 * A file of a message: a link to the upload, a snippet as code, or a link to Slack for files that are not in the
 * archive.
 * Source: docs/protocol/import.md#slack-uploads.
 *
 * @param remark receives the reason why a file is left out
 */
export function markdownOfFile(
  file: Row,
  { files }: Survey,
  remark: (reason: string) => void,
): string {
  const mode = textOf(file, 'mode')
  if (lostModes.has(mode) || lostAccess.has(textOf(file, 'file_access'))) {
    remark(mode === 'hidden_by_limit' ? 'Slack has hidden a file by its limit.' : 'A file is gone.')
    return ''
  }
  const title = fileLabel(firstText(file, 'title', 'name') || fileNameOf(file))
  const url = firstText(file, 'permalink', 'url_private', 'url_private_download')
  const id = textOf(file, 'id')
  if (files.has(id)) return finishLines(referenceLink(title, reference('file', id, url)))
  const code = snippetOf(file)
  if (code !== undefined) return `${finishLines(title)}\n${code}`
  if (!isTrue(file, 'is_external')) remark('A file is not in the archive.')
  return url ? finishLines(labeledLink(title, url)) : ''
}

/** A short text that the message holds as a whole. */
function snippetOf(file: Row): string | undefined {
  const preview = textOf(file, 'preview')
  const size = numberOf(file, 'size') ?? 0
  const isWhole = preview !== '' && !isTrue(file, 'preview_is_truncated') && size <= maxSnippetBytes
  if (!isWhole || (numberOf(file, 'lines_more') ?? 0) > 0) return undefined
  return encloseCode(preview, codeLanguage(textOf(file, 'filetype')))
}
