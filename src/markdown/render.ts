import type { Environment } from './environment'
import { type Directory, namesIn, type Names, noteNames, type References } from './names'
import { createParser } from './parser'
import { RenderError } from './render-error'

export interface RenderOptions {
  directory: Directory
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
  mentionsWildcard: boolean
  isMeMessage: boolean
}

/** What is sent in place of HTML that should be stored and is missing. */
export const FALLBACK_HTML =
  '<p>[Zulip note: Sorry, we could not understand the formatting of your message]</p>'

const LONGEST_HTML_CHARS = 100_000
/** Leaves room for the text itself, so that much code is shown without colours and not refused. */
const DECORATION_CHARS = 60_000
/** Keeps the worst case of any grammar within a fifth of a second. */
const HIGHLIGHTED_CHARS = 5_000

const parser = createParser()

/**
 * Renders what a user wrote. All of it is escaped; tags come only from the rules of this folder.
 *
 * @throws RenderError if the HTML is over 100000 characters
 * Source: protocol notes 8, and 4.10 for `/me`.
 */
export function renderMarkdown(content: string, options: RenderOptions): Rendered {
  if (content.length > LONGEST_HTML_CHARS) throw new RenderError()

  const environment = createEnvironment(namesIn(options.directory), options)
  const html = parser.render(content.toWellFormed(), environment).trimEnd()
  if (html.length > LONGEST_HTML_CHARS) throw new RenderError()

  return {
    html,
    mentionedUserIds: [...environment.mentionedUserIds],
    mentionsWildcard: environment.mentionsWildcard,
    isMeMessage:
      content.startsWith('/me ') && !content.includes('\n') && html.startsWith('<p>/me '),
  }
}

/** The names that rendering this text will look for. Those in code are only code. */
export function collectReferences(content: string): References {
  const { names, noted } = noteNames()
  const hasReference = /[@#!]/.test(content) && content.length <= LONGEST_HTML_CHARS
  if (hasReference) parser.parse(content.toWellFormed(), createEnvironment(names))
  return noted()
}

function createEnvironment(names: Names, options: Partial<RenderOptions> = {}): Environment {
  return {
    names,
    realmEmoji: options.directory?.realmEmoji ?? {},
    realmUrl: options.realmUrl?.replace(/\/$/, ''),
    translateEmoticons: options.translateEmoticons ?? false,
    inlineImagePreview: options.inlineImagePreview ?? true,
    mentionedUserIds: new Set(),
    mentionsWildcard: false,
    highlightCharsLeft: HIGHLIGHTED_CHARS,
    decorationCharsLeft: DECORATION_CHARS,
  }
}
