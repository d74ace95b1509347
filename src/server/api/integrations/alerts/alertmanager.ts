import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { Alert, alertNameOf, byName, Labels, presentAlertGroups } from './alerts'
import { defineIntegration } from '../declare/integration'
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
    const { alerts, receiver } = payload
    const topic = topicOf(payload)
    const groups = topic === '' ? byName(alerts) : [alerts]
    const messages = groups.slice(0, mostMessages - 1)
    const rest = groups.slice(mostMessages - 1).flat()
    const presented = [...messages, rest].filter((group) => group.length > 0)
    return presented.map((group, index) => ({
      topic: topic || (group === rest ? '' : alertNameOf(group[0] as Alert)) || (receiver ?? ''),
      content: presentGroup(group, payload, index === presented.length - 1),
    }))
  },
})

/** Max messages for a call without labels of its group; the last one has the names beyond. */
const mostMessages = 20

/**
 * The topic: the labels by which alerts are grouped, so that resolved alerts arrive in the same topic as firing ones, whatever
 * else is in the group; '' if they are not grouped, and each name has a topic.
 */
function topicOf({ groupLabels }: Static<typeof AlertmanagerPayload>): string {
  return groupLabels?.['alertname'] || Object.values(groupLabels ?? {}).join(' ')
}

function presentGroup(
  alerts: readonly Alert[],
  { commonLabels, truncatedAlerts }: Static<typeof AlertmanagerPayload>,
  isLast: boolean,
): string {
  const groups = presentAlertGroups({
    alerts,
    commonLabels: commonLabels ?? {},
    links: (alert) => [['source', alert.generatorURL]],
  })
  const isCut = isLast && truncatedAlerts
  return isCut ? `${groups}\n\nAlertmanager left out ${truncatedAlerts} more.` : groups
}
