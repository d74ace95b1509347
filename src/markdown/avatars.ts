import type MarkdownIt from 'markdown-it'
import { environmentOf } from './environment'
import { element } from './html'
import { pushHtml } from './html-tokens'
import type { InlineRule } from './stock-rules'
import { matchHere } from './text'

const avatarPattern = /!(?:gr)?avatar\(([^()\s]+)\)/y

/** `!avatar(ada@x.test)`, `!gravatar(…)`: the picture of a user, also of one nobody knows. */
const avatar: InlineRule = (state, silent) => {
  const match = matchHere(avatarPattern, state)
  if (!match) return false

  const [typed, email = ''] = match
  if (!silent) {
    const user = environmentOf(state).names.findUserByEmail(email)
    const whose = user ? String(user.id) : encodeURIComponent(email).replaceAll('%40', '@')
    const attributes = {
      alt: email,
      class: 'message_body_gravatar',
      src: `/avatar/${whose}?s=30`,
      title: email,
    }
    pushHtml(state, element('img', attributes), typed)
  }
  state.pos += typed.length
  return true
}

export function useAvatars(md: MarkdownIt.MarkdownIt): void {
  md.inline.ruler.push('parley_avatar', avatar)
}
