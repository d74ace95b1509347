import { LRUCache } from 'lru-cache'
import { findWords } from '../../../text/markdown/alert-words'
import type { FoundWords, WordAutomaton } from '../../../text/markdown/alert-words'
import type { CompiledLinkifier, NamedThings, References } from '../../../text/markdown/environment'
import { isTooSlow } from '../../../text/markdown/linkifier-trial'
import { compileLinkifier } from '../../../text/markdown/linkifiers'
import type { Linkifier } from '../../../text/markdown/linkifiers'
import { collectReferences, renderMarkdown, RenderError } from '../../../text/markdown/render'
import type { Rendered, RenderOptions } from '../../../text/markdown/render'
import { takeJobs } from '../../../lib/thread-jobs'

/*
 * Entry module of rendering threads. Jobs and answers are copied between threads, so they are plain data.
 */

/** A job for a rendering thread. */
export type RenderJob =
  | { kind: 'references'; content: string }
  | { kind: 'render'; content: string; options: ThreadRenderOptions }
  | { kind: 'trial'; linkifier: Linkifier }
  | { kind: 'words'; automaton: WordAutomaton; content: string }

/** Options of a render, with linkifiers in source form. */
export interface ThreadRenderOptions extends Omit<RenderOptions, 'linkifiers'> {
  named: NamedThings
  linkifiers: readonly Linkifier[]
}

/** The answer to a job; `refusal`: the reason why a text is not rendered. */
export type RenderAnswer =
  | { references: References }
  | { rendered: Rendered }
  | { refusal: string }
  | { isTooSlow: boolean }
  | { found: FoundWords }

const compiled = new LRUCache<string, CompiledLinkifier>({ max: 1_000 })

function compile(linkifier: Linkifier): CompiledLinkifier {
  const key = `${linkifier.pattern}\n${linkifier.urlTemplate}`
  const known = compiled.get(key) ?? compileLinkifier(linkifier)
  compiled.set(key, known)
  return known
}

function perform(job: RenderJob): RenderAnswer {
  switch (job.kind) {
    case 'references':
      return { references: collectReferences(job.content) }
    case 'render':
      return render(job.content, job.options)
    case 'trial':
      return { isTooSlow: isTooSlow(compileLinkifier(job.linkifier)) }
    case 'words':
      return { found: findWords(job.automaton, job.content) }
  }
}

function render(content: string, options: ThreadRenderOptions): RenderAnswer {
  try {
    const linkifiers = options.linkifiers.map(compile)
    return { rendered: renderMarkdown(content, { ...options, linkifiers }) }
  } catch (error) {
    if (error instanceof RenderError) return { refusal: error.reason }
    throw error
  }
}

takeJobs(perform)
