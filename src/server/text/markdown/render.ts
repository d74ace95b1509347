import { finderAmong, noteNames } from './environment'
import type {
  Environment,
  NamedThings,
  NameFinder,
  RealmLinkifiers,
  References,
} from './environment'
import { ApiError } from '../../lib/api-error'
import type { PageEmbed } from './page-embeds'
import { createParser } from './parser'

/** The inputs of rendering besides the text. */
export interface RenderOptions {
  named: NamedThings
  /** Linkifiers of the realm; default: none. */
  linkifiers?: RealmLinkifiers
  /** Max work of linkifiers; default: the limit of any render. */
  linkifierWork?: number
  /** Address of the realm; links to it become relative. */
  realmUrl?: string
  /** A setting of the sender; default false. */
  translateEmoticons?: boolean
  /** Key that signs the addresses of external pictures; without one, none is shown. */
  pictureKey?: string
  /** A setting of the realm; default true. */
  inlineImagePreview?: boolean
  /** Known previews of linked pages by URL; default: pages get no previews. */
  pageEmbeds?: Readonly<Record<string, PageEmbed>>
  /** Language of fences without a language, a setting of the realm; default: none. */
  defaultCodeLanguage?: string
}

/** A text as HTML, and the facts found in it. */
export interface Rendered {
  html: string
  /** Users mentioned by name or through a group, each once; they do not necessarily receive the message. */
  mentionedUserIds: number[]
  /** Users among them who are mentioned through a group only. */
  mentionedByGroupOnly: number[]
  /** Groups that the writer may not mention; their mentions stay text. */
  refusedGroupNames: string[]
  mentionsWildcard: boolean
  /** Mentions the participants of the topic. */
  mentionsTopic: boolean
  hasLink: boolean
  /** Links that may get a preview of their page. */
  pageLinks: string[]
  /** Contains a preview of a picture. */
  hasImage: boolean
  isMeMessage: boolean
  /** Whether the budget of linkifiers ran out, so that some matches may be plain text. */
  leavesOutLinks: boolean
}

/**
 * Refusal of a message whose HTML would be too long to store or to send, or takes too long to make.
 *
 * Source: docs/protocol/markdown.md#html-limit.
 */
export class RenderError extends ApiError {
  /** @param reason the limit, and how far the text exceeds it */
  constructor(readonly reason: string) {
    super(`Unable to render message: ${reason}`, { code: 'BAD_REQUEST' })
  }
}

/**
 * Max characters of HTML. Nothing that 10,000 bytes can say in Markdown needs as many: the most costly emoji makes 557,000,
 * a mention of a name of 100 characters that are all escaped 692,000. Only templates of linkifiers have no such bound.
 */
export const longestHtmlChars = 1_000_000
/**
 * Max HTML for highlighting and formulas: 10,000 bytes of simple formulas. If the whole text is too long with it, the text is
 * rendered again without, so that nothing is refused because of its decoration.
 */
const decorationChars = 750_000
/**
 * Max characters of highlighted code, which keeps the worst case of any grammar within a fifth of a second.
 */
const highlightedChars = 5_000

/**
 * Max work of linkifiers in a text: half a second for the slowest patterns. Twenty linkifiers of forty steps
 * each take a thirtieth of it for a paragraph of a thousand characters.
 */
const mostLinkifierWork = 30_000_000

const parser = createParser()

/**
 * Renders the Markdown of a user. All of it is escaped; tags come only from the rules of this folder.
 *
 * @throws RenderError if the HTML is over 1000000 characters
 * Sources: docs/protocol/markdown.md#html-form, docs/protocol/markdown.md#me.
 */
export function renderMarkdown(content: string, options: RenderOptions): Rendered {
  if (content.length > longestHtmlChars) throw tooLong('text', content.length)

  const names = finderAmong(options.named)
  const decorated = parse(content, createEnvironment(names, options))
  const { html, environment } =
    decorated.html.length <= longestHtmlChars
      ? decorated
      : parse(content, { ...createEnvironment(names, options), ...undecorated })
  if (html.length > longestHtmlChars) throw tooLong('HTML', html.length)

  const { mentionedUserIds, groupMemberIds } = environment
  return {
    html,
    mentionedUserIds: [...new Set([...mentionedUserIds, ...groupMemberIds])],
    mentionedByGroupOnly: [...groupMemberIds].filter((id) => !mentionedUserIds.has(id)),
    refusedGroupNames: [...environment.refusedGroupNames],
    mentionsWildcard: environment.mentionsWildcard,
    mentionsTopic: environment.mentionsTopic,
    // User text has no "<" any more, so the match is a real tag; links to streams begin with their class
    // instead.
    hasLink: html.includes('<a href="') || html.includes('<audio '),
    pageLinks: [...environment.pageLinks],
    hasImage: html.includes('<div class="message_inline_image"'),
    isMeMessage:
      content.startsWith('/me ') && !content.includes('\n') && html.startsWith('<p>/me '),
    leavesOutLinks: environment.linkifierWork.isCut,
  }
}

/** An environment whose formulas and code stay as typed. */
const undecorated = { highlightCharsLeft: 0, decorationCharsLeft: 0 }

function parse(
  content: string,
  environment: Environment,
): { html: string; environment: Environment } {
  return { html: parser.render(content.toWellFormed(), environment).trimEnd(), environment }
}

function tooLong(what: 'text' | 'HTML', characters: number): RenderError {
  return new RenderError(
    `its ${what} has ${characters} characters (limit: ${longestHtmlChars} characters)`,
  )
}

/** The beginnings of references: `@**`, `@_**`, `@*`, `@_*`, `#**`, `!avatar(`, `!gravatar(`. */
const beginningOfReference = /@_?\*|#\*\*|!(?:gr)?avatar\(/

/** Whether a text may contain references; if not, it need not be parsed for them. */
export function mayHaveReferences(content: string): boolean {
  return beginningOfReference.test(content) && content.length <= longestHtmlChars
}

/** Names that rendering this text will look up; names inside code do not count. */
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
    pageEmbeds: options.pageEmbeds,
    pageLinks: new Set(),
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
