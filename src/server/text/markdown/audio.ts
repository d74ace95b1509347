import type MarkdownIt from 'markdown-it'
import { element } from '../../../shared/html'
import { htmlToken } from './rules'

/** Uploaded sound. Sound from elsewhere stays a link: it would be requested from another host. */
const uploadedAudio =
  /^\/?user_uploads\/[^?#]*\.(?:aac|flac|m4a|mp3|oga|ogg|opus|wav|weba)(?:[?#]|$)/i

/**
 * Plays uploaded sound in the place of a link with a title of its own.
 * Source: docs/protocol/markdown.md#audio.
 */
function addPlayers(state: MarkdownIt.StateCore): void {
  for (const token of state.tokens) {
    if (token.children?.some(isOfAudio)) token.children = withPlayers(state, token.children)
  }
}

function withPlayers(
  state: MarkdownIt.StateCore,
  children: readonly MarkdownIt.Token[],
): MarkdownIt.Token[] {
  const shown: MarkdownIt.Token[] = []
  for (let index = 0; index < children.length; index += 1) {
    const token = children[index] as MarkdownIt.Token
    const length = isOfAudio(token)
      ? children.slice(index).findIndex(({ type }) => type === 'link_close')
      : -1
    const title = children
      .slice(index + 1, index + length)
      .map(({ content }) => content)
      .join('')
    if (length < 0 || title.trim() === '' || title === hrefOf(token)) {
      shown.push(token)
    } else {
      shown.push(htmlToken(state, player(hrefOf(token), title), 'inline'))
      index += length
    }
  }
  return shown
}

function player(src: string, title: string): string {
  const attributes = { preload: 'metadata', src, title }
  return element('audio', attributes, '').replace('<audio ', '<audio controls ')
}

function isOfAudio(token: MarkdownIt.Token): boolean {
  return token.type === 'link_open' && uploadedAudio.test(hrefOf(token))
}

function hrefOf(token: MarkdownIt.Token): string {
  return String(token.attrGet('href') ?? '')
}

export function useAudio(md: MarkdownIt.MarkdownIt): void {
  md.core.ruler.after('parley_previews', 'parley_audio', addPlayers)
}
