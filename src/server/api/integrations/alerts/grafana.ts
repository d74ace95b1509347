import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { closeFences } from '../../../../shared/rules/fences'
import { defineIntegration } from '../declare/integration'
import type { WebhookMessage } from '../declare/integration'
import { codeSpan, bold, link, oneLine } from '../message/inline'
import { maybe, nullable, payloadChecker } from '../payload/schema'
import { joinUntilFull } from '../message/length'
import { Alert, alertNameOf, byName, Labels, presentAlertGroups, signOf } from './alerts'
import { spellState } from '../message/status'

/** Grafana 8 replaced its alerting; the payloads before and after share hardly a key. */
export const grafana = defineIntegration({
  name: 'grafana',
  displayName: 'Grafana',
  clientName: 'Grafana',
  summary: 'Alerts of Grafana, of the present alerting and of that before version 8',
  payload: Type.Object({}),

  format(payload) {
    return 'alerts' in payload ? presentGrafanaAlerts(payload) : presentLegacyAlert(payload)
  },
})

const GrafanaAlert = Type.Object({
  ...Alert.properties,
  /** Values of the expressions of the rule. Versions before 10 send only `valueString`. */
  values: maybe(Type.Record(Type.String(), nullable(Type.Number()))),
  valueString: maybe(Type.String()),
  dashboardURL: maybe(Type.String()),
  panelURL: maybe(Type.String()),
  silenceURL: maybe(Type.String()),
  imageURL: maybe(Type.String()),
})
type GrafanaAlert = Static<typeof GrafanaAlert>

const GrafanaPayload = Type.Object({
  alerts: Type.Array(GrafanaAlert),
  title: maybe(Type.String()),
  receiver: maybe(Type.String()),
  groupLabels: maybe(Labels),
  commonLabels: maybe(Labels),
  truncatedAlerts: maybe(Type.Integer()),
})

const checkGrafanaPayload = payloadChecker(GrafanaPayload)

/** Max messages for a call. With more alerts each name has a message, and the last message has the names beyond. */
const mostMessages = 20

/**
 * The payload of Grafana 8 and later as messages: one for each alert, in the topic of its name, where its end arrives, too.
 *
 * @throws InvalidPayloadError
 * Source: docs/protocol/webhooks.md#grafana.
 */
function presentGrafanaAlerts(payload: object): WebhookMessage[] {
  const { alerts, title, truncatedAlerts, ...labels } = checkGrafanaPayload(payload)
  const named = alerts.map((alert) => withName(alert, labels))
  const firing = named.filter(({ status }) => status === 'firing')
  const ordered = [...firing, ...named.filter(({ status }) => status !== 'firing')]
  const groups = ordered.length > mostMessages ? byName(ordered) : ordered.map((alert) => [alert])
  const rest = groups.length > mostMessages ? groups.splice(mostMessages - 1).flat() : []
  const messages = groups.map((group) => ({
    topic: alertNameOf(group[0] as GrafanaAlert) || withoutCounts(title ?? ''),
    content: presentAlerts(group, labels.commonLabels),
  }))
  if (rest.length > 0)
    messages.push({ topic: '', content: presentAlerts(rest, labels.commonLabels) })
  const last = messages.at(-1)
  if (last && truncatedAlerts) last.content += `\n\nGrafana left out ${truncatedAlerts} more.`
  return messages
}

/** The alert with the name of its group, if it has none of its own. */
function withName(
  alert: GrafanaAlert,
  {
    groupLabels,
    commonLabels,
  }: Pick<Static<typeof GrafanaPayload>, 'groupLabels' | 'commonLabels'>,
): GrafanaAlert {
  const alertname = groupLabels?.['alertname'] || commonLabels?.['alertname']
  if (alertNameOf(alert) || !alertname) return alert
  return { ...alert, labels: { ...alert.labels, alertname } }
}

/** A title without the counts before it, `[FIRING:2, RESOLVED:1] `, which would make a topic for each number. */
function withoutCounts(title: string): string {
  return title.replace(/^\[(?:FIRING|RESOLVED)[^\]]*\]\s*/, '')
}

function presentAlerts(
  alerts: readonly GrafanaAlert[],
  commonLabels: Labels | null | undefined,
): string {
  return presentAlertGroups({
    alerts,
    commonLabels: commonLabels ?? {},
    details: (alert) => [valuesOf(alert)],
    links: (alert) => [
      ['source', alert.generatorURL],
      ['dashboard', alert.dashboardURL],
      ['panel', alert.panelURL],
      ['image', alert.imageURL],
      ['silence', alert.status === 'firing' ? alert.silenceURL : ''],
    ],
  })
}

function valuesOf({ values, valueString }: GrafanaAlert): string {
  const listed = joinUntilFull(
    Object.entries(values ?? {}),
    ' ',
    ([name, value]) => `${name}=${value ?? 'none'}`,
  )
  return codeSpan(listed || (valueString ?? ''))
}

const LegacyPayload = Type.Object({
  ruleName: Type.String(),
  state: Type.String(),
  ruleUrl: maybe(Type.String()),
  message: maybe(Type.String()),
  imageUrl: maybe(Type.String()),
  evalMatches: maybe(
    Type.Array(Type.Object({ metric: maybe(Type.String()), value: maybe(Type.Number()) })),
  ),
})

const checkLegacyPayload = payloadChecker(LegacyPayload)

/**
 * The payload of Grafana before version 8 as a message: one rule, one state.
 *
 * @throws InvalidPayloadError
 */
function presentLegacyAlert(payload: object): WebhookMessage {
  const { ruleName, state, ruleUrl, message, imageUrl, evalMatches } = checkLegacyPayload(payload)
  const matches = joinUntilFull(evalMatches, '\n', ({ metric, value }) => {
    return `* ${oneLine(metric ?? '') || 'value'}: ${codeSpan(String(value ?? 'none'))}`
  })
  const headline = `${signOf(state)} ${bold(spellState(state).toUpperCase())}: ${link(ruleName, ruleUrl)}`
  return {
    topic: ruleName,
    content: [
      headline,
      closeFences(message?.trim() ?? ''),
      matches,
      imageUrl && link('image', imageUrl),
    ]
      .filter(Boolean)
      .join('\n\n'),
  }
}
