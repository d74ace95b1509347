import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { groupBy } from '../../../lib/group-by'
import { codeSpan, bold, link, oneLine } from '../message/inline'
import { joinUntilFull } from '../message/length'
import { utcMinuteOfIso } from '../message/times'
import { maybe } from '../payload/schema'

/** Max length of a description; it stays on the line of its alert. */
const maxDescriptionCodePoints = 1000

/** For alerts without a name, which Grafana can send. */
const unnamed = 'unnamed alert'

export const Labels = Type.Record(Type.String(), Type.String())
export type Labels = Static<typeof Labels>

/** An alert, as Prometheus and Grafana both send it. */
export const Alert = Type.Object({
  status: Type.String(),
  labels: maybe(Labels),
  annotations: maybe(Labels),
  startsAt: maybe(Type.String()),
  generatorURL: maybe(Type.String()),
})
export type Alert = Static<typeof Alert>

export interface AlertGroups<A extends Alert> {
  alerts: readonly A[]
  /** Labels shared by all alerts, which are not repeated with each. */
  commonLabels: Labels
  /** Further texts to append to the line of an alert. */
  details?: (alert: A) => string[]
  links: (alert: A) => [label: string, url: string | null | undefined][]
}

/**
 * Alerts as lists, one for each name and status, firing ones first.
 */
export function presentAlertGroups<A extends Alert>(groups: AlertGroups<A>): string {
  const byHeading = new Map<string, A[]>()
  for (const alert of [...groups.alerts].sort(firingFirst)) {
    const heading = `${signOf(alert.status)} ${bold(`${titleOf(alert.status)}: ${nameOf(alert)}`)}`
    const known = byHeading.get(heading)
    if (known) known.push(alert)
    else byHeading.set(heading, [alert])
  }
  return joinUntilFull([...byHeading], '\n\n', ([heading, alerts]) => {
    const count = alerts.length > 1 ? ` (${alerts.length})` : ''
    const listed = joinUntilFull(alerts, '\n', (alert) => presentAlert(alert, groups))
    return `${heading}${count}\n${listed}`
  })
}

function presentAlert<A extends Alert>(alert: A, groups: AlertGroups<A>): string {
  const isAlone = groups.alerts.length === 1
  const parts = [
    descriptionOf(alert),
    presentLabels(alert.labels ?? {}, isAlone ? {} : groups.commonLabels),
    ...(groups.details?.(alert) ?? []),
    alert.status === 'firing' ? sinceOf(alert) : '',
    groups
      .links(alert)
      .flatMap(([label, url]) => (url ? link(label, url) : []))
      .join(' · '),
  ]
  return `* ${parts.filter(Boolean).join(' — ')}`
}

/** The description of an alert, from annotations with conventional names. */
function descriptionOf({ annotations }: Alert): string {
  const { summary, description, message } = annotations ?? {}
  const texts = [summary, description ?? message].map((text) =>
    oneLine(text ?? '', maxDescriptionCodePoints),
  )
  return [...new Set(texts)].filter(Boolean).join(' — ')
}

/** Labels of the alert that are not common; without labels like `__name__`, which are for machines. */
function presentLabels(labels: Labels, common: Labels): string {
  return joinUntilFull(Object.entries(labels), ' ', ([name, value]) => {
    const isForMachines = name.startsWith('__') && name.endsWith('__')
    if (name === 'alertname' || common[name] === value || isForMachines) return ''
    return codeSpan(`${name}=${value}`)
  })
}

function sinceOf({ startsAt }: Alert): string {
  const time = utcMinuteOfIso(startsAt)
  return time && `since ${time}`
}

function nameOf(alert: Alert): string {
  return alertNameOf(alert) || unnamed
}

/** The name of an alert's rule; '' for an alert without. */
export function alertNameOf({ labels }: Alert): string {
  return labels?.['alertname'] ?? ''
}

/** Alerts in groups of the same name, in the order of their first members. */
export function byName<A extends Alert>(alerts: readonly A[]): A[][] {
  return [...groupBy(alerts, alertNameOf).values()]
}

function firingFirst(a: Alert, b: Alert): number {
  return Number(b.status === 'firing') - Number(a.status === 'firing')
}

function titleOf(status: string): string {
  return status.charAt(0).toUpperCase() + status.slice(1)
}

/** Emoji as a character, because not all clients know all emoji names. */
export function signOf(status: string): string {
  if (['firing', 'alerting'].includes(status)) return '🚨'
  return ['resolved', 'ok'].includes(status) ? '✅' : '⚪'
}
