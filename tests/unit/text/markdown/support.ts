import type { NamedThings } from '../../../../src/server/text/markdown/environment'
import { renderMarkdown } from '../../../../src/server/text/markdown/render'
import type { RenderOptions } from '../../../../src/server/text/markdown/render'

/** The cast of the examples in docs/protocol/markdown.md#mentions. */
export const acme: NamedThings = {
  users: [
    { id: 10, fullName: 'Ada Byron', email: 'ada@x.test' },
    { id: 11, fullName: 'Bo', email: 'bo@x.test' },
    { id: 30, fullName: 'Gone', email: 'gone@x.test', isDeactivated: true },
  ],
  groups: [
    { id: 5, name: 'backend', memberIds: [10, 12] },
    { id: 9, name: 'band', memberIds: [10], isSilent: true, isDeactivated: true },
    { id: 6, name: 'role:everyone', displayName: 'Everyone', memberIds: [], isSilent: true },
  ],
  streams: [
    { id: 7, name: 'team lunch' },
    { id: 8, name: 'Über.x' },
  ],
  realmEmoji: { partycat: { id: 3, sourceUrl: '/user_avatars/1/emoji/images/3.png' } },
}

/** Secret of the realm that signs addresses of external pictures. */
export const acmeKey = 'a secret of acme'

export function render(content: string, options: Partial<RenderOptions> = {}) {
  return renderMarkdown(content, {
    named: acme,
    realmUrl: 'http://chat.acme.test',
    pictureKey: acmeKey,
    ...options,
  })
}

/** The HTML of a one-paragraph text, without its `<p>`. */
export function renderInline(content: string, options: Partial<RenderOptions> = {}): string {
  const { html } = render(content, options)
  return /^<p>(.*)<\/p>$/s.exec(html)?.[1] ?? `no paragraph: ${html}`
}

/** HTML of a link. */
export function linkTo(url: string, text = url): string {
  return `<a href="${url}">${text}</a>`
}
