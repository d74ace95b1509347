import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { Alert, Labels, presentAlertGroups } from './alerts'
import { defineIntegration } from '../integration'
import { maybe } from '../payload/schema'

const AlertmanagerPayload = Type.Object({
  alerts: Type.Array(Alert),
  receiver: maybe(Type.String()),
  groupLabels: maybe(Labels),
  commonLabels: maybe(Labels),
  truncatedAlerts: maybe(Type.Integer({ description: 'How many alerts were left out' })),
})

/** Version 4 of the payload, which Alertmanager sends since 2017. */
export const alertmanager = defineIntegration({
  name: 'alertmanager',
  displayName: 'Alertmanager',
  clientName: 'Alertmanager',
  summary: 'Alerts of Prometheus, by name, firing and resolved',
  payload: AlertmanagerPayload,

  format(payload) {
    const groups = presentAlertGroups({
      alerts: payload.alerts,
      commonLabels: payload.commonLabels ?? {},
      links: (alert) => [['source', alert.generatorURL]],
    })
    const omitted = payload.truncatedAlerts
      ? `Alertmanager left out ${payload.truncatedAlerts} more.`
      : ''
    return { topic: topicOf(payload), content: [groups, omitted].filter(Boolean).join('\n\n') }
  },
})

/**
 * The topic: the labels that all alerts of the group share, so that resolved alerts arrive in the same
 * topic as firing ones.
 */
function topicOf({
  groupLabels,
  commonLabels,
  receiver,
}: Static<typeof AlertmanagerPayload>): string {
  const name = groupLabels?.['alertname'] || commonLabels?.['alertname']
  return name || Object.values(groupLabels ?? {}).join(' ') || receiver || ''
}
