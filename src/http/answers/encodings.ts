import type { IncomingMessage } from 'node:http'
import { memoize } from '../../runtime/memo'

/** The encodings that answers come in beside their own form, the better one first. */
export const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/**
 * The encodings that a client takes, those it likes best first; of equal ones the smaller first.
 * Clients that do not say get none: many cannot unpack.
 */
export const acceptedEncodings = memoize((header): readonly Encoding[] => {
  const weights = new Map(header.toLowerCase().split(',').map(weighted))
  const weightOf = (encoding: Encoding): number => weights.get(encoding) ?? weights.get('*') ?? 0
  return encodings
    .filter((encoding) => weightOf(encoding) > 0)
    .sort((left, right) => weightOf(right) - weightOf(left))
})

/** The header that {@link acceptedEncodings} reads; node joins several of them. */
export function acceptEncodingOf({ headers }: IncomingMessage): string {
  return String(headers['accept-encoding'] ?? '')
}

/** `gzip;q=0.5` is `gzip` with a weight of 0.5; what is no weight is as if it were not there. */
function weighted(item: string): [name: string, weight: number] {
  const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
  const given = parameters.find((parameter) => parameter.startsWith('q='))
  const weight = Number(given?.slice('q='.length) ?? 1)
  return [name, Number.isNaN(weight) ? 1 : weight]
}
