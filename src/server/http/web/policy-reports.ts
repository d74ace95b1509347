import type { Logger } from 'pino'
import type { RequestHandler } from 'express'
import type { Metrics } from '../../lib/metrics'
import { readBody } from '../arguments/body'
import type { BodyBudget } from '../arguments/body-budget'
import { PayloadTooLargeError } from '../errors'
import type { Exchange } from '../pipeline/exchange'
import { scrubUrl } from '../pipeline/scrub-url'

const maxReportBytes = 16 * 1024
/** Max log lines per minute: anybody can send such reports, so the metric counts the rest. */
const linesPerMinute = 20
const longestField = 200

/** The fields of a report that are logged; others repeat these, or the policy. */
const fields = {
  directive: 'effective-directive',
  blocked: 'blocked-uri',
  page: 'document-uri',
  source: 'source-file',
  line: 'line-number',
} as const

/**
 * Receives browsers' reports of violations of the shell's policy: a bug of ours, an extension of the
 * reader's, or text that had become a script. None is expected.
 */
export function takePolicyReports(
  ctx: { log: Logger; metrics: Pick<Metrics, 'policyReports'> },
  strangers: BodyBudget,
): RequestHandler {
  let minute = 0
  let lines = 0
  const isWithinLimit = (): boolean => {
    const now = Math.floor(performance.now() / 60_000)
    if (now !== minute) [minute, lines] = [now, 0]
    lines += 1
    return lines <= linesPerMinute
  }

  return async (request, response) => {
    const { id } = response.locals['exchange'] as Exchange
    const report = await readReport(request, strangers)
    ctx.metrics.policyReports.inc()
    if (isWithinLimit()) {
      ctx.log.warn({ requestId: id, ...report }, 'a browser reports what the page must not do')
    }
    response.status(204).end()
  }
}

async function readReport(
  request: Parameters<RequestHandler>[0],
  strangers: BodyBudget,
): Promise<Record<string, string>> {
  const body = await readBody(request, maxReportBytes, strangers).catch(emptyIfTooLarge)
  const report = reportIn(body)
  const told = Object.entries(fields).flatMap(([name, field]) => {
    const value = report[field]
    return typeof value === 'string' || typeof value === 'number'
      ? [[name, scrubUrl(String(value)).slice(0, longestField)]]
      : []
  })
  return Object.fromEntries(told) as Record<string, string>
}

/** `{"csp-report": {…}}`; any other body yields nothing. */
function reportIn(body: Buffer): Record<string, unknown> {
  try {
    const { 'csp-report': report } = JSON.parse(body.toString('utf8')) as Record<string, unknown>
    return typeof report === 'object' && report !== null ? (report as Record<string, unknown>) : {}
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return {}
    throw error
  }
}

function emptyIfTooLarge(error: unknown): Buffer {
  if (error instanceof PayloadTooLargeError) return Buffer.alloc(0)
  throw error
}
