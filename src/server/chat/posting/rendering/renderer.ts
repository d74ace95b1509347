import { extname, join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { WordSearcher } from '../../../caches/alert-words'
import type { RealmLinkifiers, References } from '../../../text/markdown/environment'
import type { Linkifier } from '../../../text/markdown/linkifiers'
import {
  collectReferences,
  mayHaveReferences,
  renderMarkdown,
  RenderError,
} from '../../../text/markdown/render'
import type { Rendered, RenderOptions } from '../../../text/markdown/render'
import type { Metrics } from '../../../lib/metrics'
import { JobTooLargeError, Threads, ThreadsBusyError } from '../../../lib/threads'
import { ServiceUnavailableError } from '../../../lib/api-error'
import type { RenderAnswer, RenderJob } from './render-thread'

/** A realm, and the version of its linkifiers to render with. */
interface RenderingRealm {
  realm_id: number
  realm_linkifiers_version?: string | null
}

/** Renders texts without blocking the event loop, even hostile ones, and finds alert words in them. */
export interface Renderer extends WordSearcher {
  /** The names that a text refers to. @throws RenderError, RenderingBusyError */
  references(realmId: number, content: string): Promise<References>
  /**
   * The text as HTML; without linkifiers if these take too long.
   * @throws RenderError for a text whose HTML is too long, or that takes too long even without linkifiers
   * @throws RenderingBusyError
   */
  render(realm: RenderingRealm, content: string, options: RenderOptions): Promise<Rendered>
  /** Whether a linkifier is unacceptably slow for some texts. @throws RenderingBusyError */
  isTooSlow(realmId: number, linkifier: Linkifier): Promise<boolean>
  /** Ends the threads. */
  close(): Promise<void>
}

export interface RendererOptions {
  log: Logger
  metrics: Metrics
  /** Called once for each version of a realm's linkifiers that proves too slow for some text. */
  onSlowLinkifiers: (realmId: number, version: string) => Promise<void>
  /** Max CPU time for a text in a thread. */
  deadlineMs?: number
}

/** Too many texts are waiting to be rendered. */
class RenderingBusyError extends ServiceUnavailableError {}

/**
 * Longest text rendered on the event loop, in characters. Such a text takes at most a few milliseconds, less
 * than handing it to a thread, and most messages are shorter.
 */
const longestHere = 500
/** Max work of linkifiers on the event loop; texts with more work are rendered in a thread. */
const linkifierWorkHere = 400_000

/** One realm uses at most all threads but one. */
const mostThreads = 2
const usualDeadlineMs = 2_000
/** A trial of a linkifier counts its steps, so only a broken one takes this long. */
const trialDeadlineMs = 30_000
const idleMs = 60_000
/** Memory limits of a thread in MiB: its code takes 30, and the largest texts a few tens. */
const memory = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }

const mostVersions = 1_000

/** Creates a renderer that starts its threads on demand. */
export function createRenderer(options: RendererOptions): Renderer {
  const { log, metrics, onSlowLinkifiers, deadlineMs = usualDeadlineMs } = options
  const threads = new Threads<RenderJob, RenderAnswer>({
    file: join(__dirname, `render-thread${extname(__filename)}`),
    atMost: mostThreads,
    ...{ deadlineMs, idleMs, memory },
  })
  /** Versions of slow linkifiers, and whether they are left out of all texts. */
  const slow = new LRUCache<string, { areLeftOut: boolean }>({ max: mostVersions })
  const telling = new Set<Promise<void>>()
  Object.assign(metrics.renderThreads, {
    collect: () => metrics.renderThreads.set(threads.count),
  })

  async function run(realmId: number, job: RenderJob): Promise<RenderAnswer> {
    try {
      const answer = await threads.run(realmId, job, deadlineOf(job))
      metrics.threadRenders.inc({ outcome: 'done' })
      return answer
    } catch (error) {
      if (!(error instanceof ThreadsBusyError)) throw error
      metrics.threadRenders.inc({ outcome: 'busy' })
      throw new RenderingBusyError()
    }
  }

  const deadlineOf = ({ kind }: RenderJob) => (kind === 'trial' ? trialDeadlineMs : deadlineMs)

  /** Runs a job; undefined if it takes too long. */
  async function attempt(realmId: number, job: RenderJob): Promise<RenderAnswer | undefined> {
    try {
      return await run(realmId, job)
    } catch (error) {
      if (!(error instanceof JobTooLargeError)) throw error
      metrics.threadRenders.inc({ outcome: 'ended' })
      log.warn({ realm_id: realmId, job: job.kind }, 'ended a render that took too long')
      return undefined
    }
  }

  function markSlow(
    { realm_id, realm_linkifiers_version: version }: RenderingRealm,
    areLeftOut: boolean,
  ) {
    if (!version) return
    const known = slow.get(version)
    slow.set(version, { areLeftOut: areLeftOut || (known?.areLeftOut ?? false) })
    if (known) return
    log.warn({ realm_id, linkifiers_version: version }, 'linkifiers of a realm are too slow')
    const told = onSlowLinkifiers(realm_id, version)
      .catch((error: unknown) =>
        log.warn({ err: error, realm_id }, 'could not tell of slow linkifiers'),
      )
      .finally(() => telling.delete(told))
    telling.add(told)
  }

  async function renderInThread(
    realm: RenderingRealm,
    content: string,
    { linkifiers = [], ...plain }: RenderOptions,
  ): Promise<Rendered> {
    const job = (sources: readonly Linkifier[]): RenderJob => {
      return { kind: 'render', content, options: { ...plain, linkifiers: sources } }
    }
    let answer = await attempt(realm.realm_id, job(linkifiers.map(sourceOf)))
    if (!answer && linkifiers.length > 0) {
      answer = await attempt(realm.realm_id, job([]))
      // Without linkifiers the render succeeded, so they are the slow part.
      if (answer) markSlow(realm, true)
    }
    if (!answer || !('rendered' in answer)) throw refusal(answer)
    if (answer.rendered.leavesOutLinks) markSlow(realm, false)
    return answer.rendered
  }

  /** @param answer undefined for a text that took too long */
  function refusal(answer: RenderAnswer | undefined): RenderError {
    const reason = answer && 'refusal' in answer ? answer.refusal : undefined
    return new RenderError(reason ?? `it takes too long (limit: ${deadlineMs / 1_000} s)`)
  }

  return {
    async references(realmId, content) {
      if (content.length <= longestHere || !mayHaveReferences(content)) {
        return collectReferences(content)
      }
      const answer = await attempt(realmId, { kind: 'references', content })
      if (!answer || !('references' in answer)) throw refusal(answer)
      return answer.references
    },

    async render(realm, content, wanted) {
      const version = realm.realm_linkifiers_version
      const areLeftOut = Boolean(version && slow.get(version)?.areLeftOut)
      const renderOptions = areLeftOut ? { ...wanted, linkifiers: [] } : wanted
      if (content.length <= longestHere) {
        const limited = { ...renderOptions, linkifierWork: linkifierWorkHere }
        const rendered = renderMarkdown(content, limited)
        if (!rendered.leavesOutLinks) return rendered
      }
      return renderInThread(realm, content, renderOptions)
    },

    async isTooSlow(realmId, linkifier) {
      const answer = await attempt(realmId, { kind: 'trial', linkifier })
      return !answer || ('isTooSlow' in answer && answer.isTooSlow)
    },

    async findWords(realmId, automaton, content) {
      const answer = await attempt(realmId, { kind: 'words', automaton, content })
      if (!answer || !('found' in answer)) throw refusal(answer)
      return answer.found
    },

    async close() {
      await Promise.all(telling)
      await threads.close()
    },
  }
}

/** The source form of a linkifier: a compiled one cannot be sent to a thread. */
function sourceOf({ pattern, urlTemplate }: RealmLinkifiers[number]): Linkifier {
  return { pattern, urlTemplate }
}
