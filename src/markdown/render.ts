import type { Environment } from './environment'
import type { RealmLinkifiers } from './linkifiers'
import { namesIn, noteNames } from './names'
import type { Directory, Names, References } from './names'
import { createParser } from './parser'
import { RenderError } from './render-error'

export interface RenderOptions {
  directory: Directory
  /** Of the realm. */
  linkifiers?: RealmLinkifiers
  /** Links to it become relative. */
  realmUrl?: string
  /** A setting of the sender; false unless given. */
  translateEmoticons?: boolean
  /** A setting of the realm; true unless given. */
  inlineImagePreview?: boolean
}

export interface Rendered {
  html: string
  /** Everyone mentioned by name or through a group, each once; not all of them need receive it. */
  mentionedUserIds: number[]
  /** Those among them whom only a group stands for. */
  mentionedByGroupOnly: number[]
  mentionsWildcard: boolean
  /** Mentions those who take part in the topic. */
  mentionsTopic: boolean
  hasLink: boolean
  /** Shows a picture. */
  hasImage: boolean
  isMeMessage: boolean
}

/** What is sent in place of HTML that should be stored and is missing. */
export const fallbackHtml =
  '<p>[Zulip note: Sorry, we could not understand the formatting of your message]</p>'

const longestHtmlChars = 100_000
/** Leaves room for the text itself, so that much code is shown without colours and not refused. */
const decorationChars = 60_000
/** Keeps the worst case of any grammar within a fifth of a second. */
const highlightedChars = 5_000

const parser = createParser()

/**
 * Renders what a user wrote. All of it is escaped; tags come only from the rules of this folder.
 *
 * @throws RenderError if the HTML is over 100000 characters
 * Source: protocol notes 8, and 4.10 for `/me`.
 */
export function renderMarkdown(content: string, options: RenderOptions): Rendered {
  if (content.length > longestHtmlChars) throw new RenderError()

  const environment = createEnvironment(namesIn(options.directory), options)
  const html = parser.render(content.toWellFormed(), environment).trimEnd()
  if (html.length > longestHtmlChars) throw new RenderError()

  const { mentionedUserIds, groupMemberIds } = environment
  return {
    html,
    mentionedUserIds: [...new Set([...mentionedUserIds, ...groupMemberIds])],
    mentionedByGroupOnly: [...groupMemberIds].filter((id) => !mentionedUserIds.has(id)),
    mentionsWildcard: environment.mentionsWildcard,
    mentionsTopic: environment.mentionsTopic,
    // What somebody typed has no "<" in it any more; links to streams begin with their class.
    hasLink: html.includes('<a href="'),
    hasImage: html.includes('<div class="message_inline_image"'),
    isMeMessage:
      content.startsWith('/me ') && !content.includes('\n') && html.startsWith('<p>/me '),
  }
}

/** The names that rendering this text will look for. Those in code are only code. */
export function collectReferences(content: string): References {
  const { names, noted } = noteNames()
  const hasReference = /[@#!]/.test(content) && content.length <= longestHtmlChars
  if (hasReference) parser.parse(content.toWellFormed(), createEnvironment(names))
  return noted()
}

function createEnvironment(names: Names, options: Partial<RenderOptions> = {}): Environment {
  return {
    names,
    realmEmoji: options.directory?.realmEmoji ?? {},
    linkifiers: options.linkifiers ?? [],
    uploadedPictures: options.directory?.uploadedPictures ?? {},
    realmUrl: options.realmUrl?.replace(/\/$/, ''),
    translateEmoticons: options.translateEmoticons ?? false,
    inlineImagePreview: options.inlineImagePreview ?? true,
    mentionedUserIds: new Set(),
    groupMemberIds: new Set(),
    mentionsWildcard: false,
    mentionsTopic: false,
    highlightCharsLeft: highlightedChars,
    decorationCharsLeft: decorationChars,
  }
}
