import type MarkdownIt from 'markdown-it'
import { element } from '../../../shared/html'
import { environmentOf } from './environment'
import { mayHavePreviews, proxied } from './previews'
import { htmlToken } from './rules'

const sound =
  /^(?:https?:\/\/|\/?user_uploads\/)[^?#]*\.(?:aac|flac|m4a|mp3|oga|ogg|opus|wav|weba)(?:[?#]|$)/i

/**
 * Plays uploaded sound in the place of a link with a title of its own, and sound of other hosts by way of this server
 * where pictures are shown.
 * Source: docs/protocol/markdown.md#audio.
 */
function addPlayers(state: MarkdownIt.StateCore): void {
  const environment = environmentOf(state)
  const playsForeign = environment.inlineImagePreview && mayHavePreviews(state.tokens)
  const sourceOf = (href: string): Source | undefined => {
    if (!/^https?:/i.test(href)) return { src: href }
    const src = playsForeign ? proxied(environment, href) : undefined
    return src === undefined ? undefined : { 'data-original-url': href, src }
  }
  for (const token of state.tokens) {
    if (token.children?.some(isOfAudio))
      token.children = withPlayers(state, token.children, sourceOf)
  }
}

/** Attributes that say where a player finds its sound. */
type Source = Readonly<Record<string, string>>

function withPlayers(
  state: MarkdownIt.StateCore,
  children: readonly MarkdownIt.Token[],
  sourceOf: (href: string) => Source | undefined,
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
    const href = hrefOf(token)
    const isTitled = length >= 0 && title.trim() !== '' && title !== href
    const source = isTitled ? sourceOf(href) : undefined
    if (!source) {
      shown.push(token)
    } else {
      shown.push(htmlToken(state, player(source, title), 'inline'))
      index += length
    }
  }
  return shown
}

function player(source: Source, title: string): string {
  const { src = '', ...origin } = source
  const attributes = { ...origin, preload: 'metadata', src, title }
  return element('audio', attributes, '').replace('<audio ', '<audio controls ')
}

function isOfAudio(token: MarkdownIt.Token): boolean {
  return token.type === 'link_open' && sound.test(hrefOf(token))
}

function hrefOf(token: MarkdownIt.Token): string {
  return String(token.attrGet('href') ?? '')
}

export function useAudio(md: MarkdownIt.MarkdownIt): void {
  md.core.ruler.after('parley_previews', 'parley_audio', addPlayers)
}
