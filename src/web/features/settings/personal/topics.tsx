import { foldCase } from '../../../../shared/rules/letter-case'
import { topicPolicies } from '../../../../shared/rules/topic-policies'
import { call } from '../../../data/api/call'
import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { shortTime } from '../../../texts/times'
import { narrowTo } from '../../../data/narrow/narrow'
import { Select } from '../../../ui/form/fields'
import { Table } from '../../../ui/table/table'
import type { TopicPolicy, UserTopic } from '../../../data/records/state'
import styles from './personal.module.css'

const policies = [3, 2, 1] as const satisfies readonly TopicPolicy[]

/** Topics that the reader has followed, muted or unmuted. */
export function Topics() {
  const { store, toasts, navigation } = useApp()
  const is24Hour = store.read('user_settings')['twenty_four_hour_time']
  const rows = store
    .read('user_topics')
    .filter(({ visibility_policy: policy }) => policy !== topicPolicies.none)
  const streamOf = ({ stream_id: id }: UserTopic) => store.stream(id)?.name ?? ''

  async function set(topics: readonly UserTopic[], visibility_policy: TopicPolicy): Promise<void> {
    for (const { stream_id, topic_name: topic } of topics)
      await call('POST /user_topics', { stream_id, topic, visibility_policy })
  }

  const choices = [
    ...policies.map((value) => ({ value, label: t.topicSettings.policies[value] })),
    { value: 0, label: t.topicSettings.asStream },
  ]

  return (
    <>
      <p class={styles['soft']}>{t.topicSettings.about}</p>
      <Table
        label={t.topicSettings.title}
        rows={rows}
        keyOf={({ stream_id: id, topic_name: topic }) => `${String(id)} ${foldCase(topic)}`}
        nameOf={(row) => `${streamOf(row)} › ${row.topic_name}`}
        none={t.topicSettings.none}
        bulk={[
          { label: t.topicSettings.follow, run: (chosen) => set(chosen, 3) },
          { label: t.topicSettings.mute, run: (chosen) => set(chosen, 1) },
          { label: t.topicSettings.asStream, run: (chosen) => set(chosen, 0) },
        ]}
        columns={[
          { key: 'stream', title: t.topicSettings.stream, sortBy: streamOf, cell: streamOf },
          {
            key: 'topic',
            title: t.topicSettings.topic,
            sortBy: ({ topic_name: topic }) => topic,
            cell: ({ stream_id: streamId, topic_name: topic }) => (
              <a
                href={navigation.hrefOf({
                  view: 'narrow',
                  narrow: narrowTo({ kind: 'topic', streamId, topic }),
                })}
              >
                {topic}
              </a>
            ),
          },
          {
            key: 'policy',
            title: t.topicSettings.policy,
            sortBy: ({ visibility_policy: policy }) => policy,
            cell: (row) => (
              <Select
                tie={{ 'aria-label': t.topicSettings.policyOf(row.topic_name) }}
                value={row.visibility_policy}
                choices={choices}
                onChoose={(policy) =>
                  void set([row], policy as TopicPolicy).catch((error: unknown) =>
                    toasts.fail(t.yourMenu.notSaved, error),
                  )
                }
              />
            ),
          },
          {
            key: 'changed',
            title: t.topicSettings.changed,
            sortBy: ({ last_updated: at }) => at,
            cell: ({ last_updated: at }) => shortTime(at, is24Hour),
          },
        ]}
      />
    </>
  )
}
