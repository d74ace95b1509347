import { finderAmong, noteNames } from './environment'
import type {
  Environment,
  NamedThings,
  NameFinder,
  RealmLinkifiers,
  References,
} from './environment'
import { ApiError } from '../wire/api-error'
import { createParser } from './parser'

/** Things that rendering a text depends on, besides the text. */
export interface RenderOptions {
  named: NamedThings
  /** Linkifiers of the realm; none unless given. */
  linkifiers?: RealmLinkifiers
  /** Most work of linkifiers; as much as a render may ever do unless given. */
  linkifierWork?: number
  /** Links to it become relative. */
  realmUrl?: string
  /** A setting of the sender; false unless given. */
  translateEmoticons?: boolean
  /** Secret that addresses of other hosts' pictures are signed with; without one, none is shown. */
  pictureKey?: string
  /** A setting of the realm; true unless given. */
  inlineImagePreview?: boolean
  /** Language of fences that name none, a setting of the realm; none unless given. */
  defaultCodeLanguage?: string
}

/** A text as HTML, and what was found in it. */
export interface Rendered {
  html: string
  /** Everyone mentioned by name or through a group, each once; not all of them need receive it. */
  mentionedUserIds: number[]
  /** Users among them whom only a group stands for. */
  mentionedByGroupOnly: number[]
  /** Groups that it would mention if its writer were allowed to; they are text. */
  refusedGroupNames: string[]
  mentionsWildcard: boolean
  /** Mentions those who take part in the topic. */
  mentionsTopic: boolean
  hasLink: boolean
  /** Shows a picture. */
  hasImage: boolean
  isMeMessage: boolean
  /** Whether linkifiers had too much to do, so that what some of them match may be plain text. */
  leavesOutLinks: boolean
}

/**
 * Refusal of a message whose HTML would be too long to keep or to send.
 *
 * Source: docs/protocol/markdown.md#html-limit.
 */
export class RenderError extends ApiError {
  constructor() {
    super('Unable to render message', { code: 'BAD_REQUEST' })
  }
}

const longestHtmlChars = 100_000
/**
 * Limit of HTML for colours and formulas: it leaves room for the text, so that no code is refused for
 * them.
 */
const decorationChars = 60_000
/**
 * Limit of code in colours, which keeps the worst case of any grammar within a fifth of a second.
 */
const highlightedChars = 5_000

/**
 * Limit of the work of linkifiers in a text: half a second for the worst of them. Twenty of a realm, of forty steps
 * each, take a thirtieth of it for a paragraph of a thousand characters.
 */
const mostLinkifierWork = 30_000_000

const parser = createParser()

/**
 * Renders what a user wrote. All of it is escaped; tags come only from the rules of this folder.
 *
 * @throws RenderError if the HTML is over 100000 characters
 * Sources: docs/protocol/markdown.md#html-form, docs/protocol/markdown.md#me.
 */
export function renderMarkdown(content: string, options: RenderOptions): Rendered {
  if (content.length > longestHtmlChars) throw new RenderError()

  const environment = createEnvironment(finderAmong(options.named), options)
  const html = parser.render(content.toWellFormed(), environment).trimEnd()
  if (html.length > longestHtmlChars) throw new RenderError()

  const { mentionedUserIds, groupMemberIds } = environment
  return {
    html,
    mentionedUserIds: [...new Set([...mentionedUserIds, ...groupMemberIds])],
    mentionedByGroupOnly: [...groupMemberIds].filter((id) => !mentionedUserIds.has(id)),
    refusedGroupNames: [...environment.refusedGroupNames],
    mentionsWildcard: environment.mentionsWildcard,
    mentionsTopic: environment.mentionsTopic,
    // What somebody typed has no "<" in it any more; links to streams begin with their class.
    hasLink: html.includes('<a href="'),
    hasImage: html.includes('<div class="message_inline_image"'),
    isMeMessage:
      content.startsWith('/me ') && !content.includes('\n') && html.startsWith('<p>/me '),
    leavesOutLinks: environment.linkifierWork.isCut,
  }
}

/** What names in texts begin with: `@**`, `@_**`, `@*`, `@_*`, `#**`, `!avatar(`, `!gravatar(`. */
const beginningOfReference = /@_?\*|#\*\*|!(?:gr)?avatar\(/

/** Whether a text has what names in texts begin with; without it, it need not be read for them. */
export function mayHaveReferences(content: string): boolean {
  return beginningOfReference.test(content) && content.length <= longestHtmlChars
}

/** Names that rendering this text will look for. What is in code is only code. */
export function collectReferences(content: string): References {
  const { names, noted } = noteNames()
  if (mayHaveReferences(content)) parser.parse(content.toWellFormed(), createEnvironment(names))
  return noted()
}

function createEnvironment(names: NameFinder, options: Partial<RenderOptions> = {}): Environment {
  return {
    names,
    realmEmoji: options.named?.realmEmoji ?? {},
    linkifiers: options.linkifiers ?? [],
    linkifierWork: { left: options.linkifierWork ?? mostLinkifierWork, isCut: false },
    uploadedPictures: options.named?.uploadedPictures ?? {},
    pictureKey: options.pictureKey,
    realmUrl: options.realmUrl?.replace(/\/$/, ''),
    translateEmoticons: options.translateEmoticons ?? false,
    inlineImagePreview: options.inlineImagePreview ?? true,
    defaultCodeLanguage: options.defaultCodeLanguage ?? '',
    isQuoted: false,
    mentionedUserIds: new Set(),
    groupMemberIds: new Set(),
    refusedGroupNames: new Set(),
    mentionsWildcard: false,
    mentionsTopic: false,
    highlightCharsLeft: highlightedChars,
    decorationCharsLeft: decorationChars,
  }
}
