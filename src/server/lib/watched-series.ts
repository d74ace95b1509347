import type { Counter } from 'prom-client'
import { providerKinds } from '../../shared/rules/identity-providers'

/** Counters that alerts watch, or compare with others. */
interface WatchedCounters {
  incomingMails: Counter<'outcome'>
  jobsSetAside: Counter<'kind'>
  logins: Counter<'method' | 'result'>
  loginsRefused: Counter<'reason'>
  pollsRefused: Counter<'full'>
  pushes: Counter<'way' | 'outcome'>
  queuesDropped: Counter<'reason'>
  rateLimited: Counter<'kind'>
}

const kindsOfJobs = [
  'mail in',
  'import',
  'export',
  'link preview',
  'outgoing webhook',
  'push',
  'scheduled message',
  'deletion',
]

const methodsOfLogins = ['password', ...providerKinds]

/**
 * Begins series at 0. Prometheus sees no increase in a series that appears with its first event, and compares nothing with
 * a series that is missing: an alert on either would stay silent.
 */
export function beginWatchedSeries(counters: WatchedCounters): void {
  begin(counters.incomingMails, { outcome: ['dropped', 'refused', 'failed'] })
  begin(counters.jobsSetAside, { kind: kindsOfJobs })
  begin(counters.logins, { method: methodsOfLogins, result: ['ok', 'sign_up', 'refused'] })
  begin(counters.loginsRefused, { reason: ['password', 'key'] })
  begin(counters.pollsRefused, { full: ['worker'] })
  begin(counters.pushes, {
    way: ['web', 'topic', 'fcm', 'apns', 'bouncer'],
    outcome: ['sent', 'later', 'refused'],
  })
  begin(counters.queuesDropped, { reason: ['incomplete'] })
  begin(counters.rateLimited, { kind: ['hashes'] })
}

/** @param values values of each label; their combinations are the series */
function begin<Label extends string>(
  counter: Counter<Label>,
  values: Readonly<Record<Label, readonly string[]>>,
): void {
  let series: Partial<Record<Label, string>>[] = [{}]
  for (const label of Object.keys(values) as Label[]) {
    series = series.flatMap((one) => values[label].map((value) => ({ ...one, [label]: value })))
  }
  for (const one of series) counter.inc(one, 0)
}
