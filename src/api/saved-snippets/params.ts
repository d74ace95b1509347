import { integer, text } from '../../http/params'
import { limits } from '../../services/limits'

/*
 * The arguments of what is done with saved snippets.
 */

export const snippetId = integer({ min: 0 })

const titleLimits = {
  strip: true,
  minLength: 1,
  maxLength: limits.savedSnippetTitleCharacters,
  example: 'Welcome',
}

const contentOptions = {
  allowNul: true,
  example: 'Welcome to the team!',
  description: 'Markdown, as much as a message may hold',
}

export const wholeSnippet = { title: text(titleLimits), content: text(contentOptions) }

export const partOfSnippet = {
  title: text({ ...titleLimits, optional: true }),
  content: text({ ...contentOptions, optional: true }),
}
