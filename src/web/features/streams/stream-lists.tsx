import { useMemo } from 'preact/hooks'
import { call } from '../../data/api/call'
import { useApp } from '../../context/app'
import { allOf } from '../../data/conversations/open-stream'
import { parseServerHtml } from '../../data/html/parse'
import { shortDay } from '../../texts/ago'
import * as t from '../../texts/catalog'
import { Icon } from '../../ui/icon/icon'
import { Loading } from '../../ui/loaded/loading'
import { useRestoring } from '../../parts/restore-stream/use-restoring'
import { Table } from '../../ui/table/table'
import type { Column } from '../../ui/table/table'
import type { Stream } from '../../data/records/state'
import { rightsIn } from '../../data/streams/rights'
import { useStreamUsage } from '../../parts/streams/usage'
import type { ListedStream, Usage } from '../../parts/streams/usage'
import { kindFilter, useListFilter } from './list-filter'
import { useLeaving } from './use-leaving'
import styles from './streams.module.css'

interface Row {
  stream: Stream
  usage: Usage | undefined
  isMember: boolean
  mayRead: boolean
}

export function AllStreams() {
  return <StreamTable isShown={() => true} />
}

export function OwnStreams() {
  return <StreamTable isShown={({ isMember }) => isMember} />
}

export function AvailableStreams() {
  return <StreamTable isShown={({ isMember }) => !isMember} />
}

/** Table of visible streams, to open, join and leave one or many. */
function StreamTable({ isShown }: { isShown: (row: Row) => boolean }) {
  const app = useApp()
  const { store } = app
  const { usage, refusal, retry } = useStreamUsage()
  const leaving = useLeaving()
  const filter = useListFilter()
  const streams = store.read('streams')
  const subscriptions = store.read('subscriptions')
  const groups = store.read('realm_user_groups')
  const rows = useMemo(() => {
    const own = new Set(subscriptions.map(({ stream_id: id }) => id))
    return streams
      .map((stream): Row => {
        const isMember = own.has(stream.stream_id)
        const mayRead = isMember || rightsIn(store.state, stream).read
        return { stream, usage: usage?.get(stream.stream_id), isMember, mayRead }
      })
      .filter((row) => isShown(row) && filter.has(row.stream))
  }, [streams, subscriptions, groups, usage, filter.key])

  async function join(chosen: readonly Row[]): Promise<void> {
    const wanted = chosen.filter(({ isMember, mayRead }) => !isMember && mayRead)
    if (wanted.length === 0) return
    const named = wanted.map(({ stream: { name } }) => ({ name }))
    await call('POST /users/me/subscriptions', { subscriptions: named })
  }

  function leave(chosen: readonly Row[]): void {
    leaving.leave(chosen.filter(({ isMember }) => isMember).map(({ stream }) => stream))
  }

  if (refusal !== undefined && !usage) return <Loading refusal={refusal} onRetry={retry} />
  return (
    <>
      <Table
        label={t.streamList.label}
        find={t.streamList.find}
        none={t.streamList.none}
        rows={rows}
        keyOf={({ stream }) => stream.stream_id}
        nameOf={({ stream }) => stream.name}
        textOf={({ stream }) => `${stream.name} ${stream.description}`}
        columns={columnsOf(app, join, leave)}
        sortedBy={{ column: 'name' }}
        tools={kindFilter(filter)}
        bulk={[
          { label: t.streamList.joinAll, run: join },
          { label: t.streamList.leaveAll, run: leave },
        ]}
      />
      {leaving.question}
    </>
  )
}

/** Stands for a figure that is being loaded. */
const Awaited = () => <span title={t.loading}>…</span>

type App = ReturnType<typeof useApp>
type Act = (rows: readonly Row[]) => unknown

function columnsOf(app: App, join: Act, leave: Act): Column<Row>[] {
  const { store, navigation, toasts } = app
  const is24Hour = store.read('user_settings')['twenty_four_hour_time']
  return [
    {
      key: 'name',
      title: t.streamList.name,
      sortBy: ({ stream }) => stream.name,
      cell: ({ stream }) => <StreamName stream={stream} />,
    },
    {
      key: 'subscribers',
      title: t.streamList.subscribers,
      width: '6.5rem',
      sortBy: ({ usage }) => usage?.subscriber_count ?? -1,
      cell: ({ usage }) => (usage ? usage.subscriber_count : <Awaited />),
    },
    {
      key: 'traffic',
      title: t.streamList.traffic,
      width: '6rem',
      sortBy: ({ usage }) => usage?.stream_weekly_traffic ?? -1,
      cell: ({ usage, mayRead }) =>
        usage ? (usage.stream_weekly_traffic ?? (mayRead && t.streamList.young)) : <Awaited />,
    },
    {
      key: 'last',
      title: t.streamList.last,
      width: '6.5rem',
      sortBy: ({ usage }) => usage?.last_message_timestamp ?? 0,
      cell: ({ usage, mayRead }) =>
        !usage ? (
          <Awaited />
        ) : usage.last_message_timestamp ? (
          shortDay(usage.last_message_timestamp, is24Hour)
        ) : (
          mayRead && t.streamList.never
        ),
    },
    {
      key: 'tools',
      title: t.streamList.tools,
      width: '8rem',
      isTools: true,
      cell: (row) => {
        const { stream, isMember, mayRead } = row
        const act = isMember ? leave : join
        return (
          <>
            {mayRead && (
              <a
                class="icon-button"
                href={navigation.hrefOf({ view: 'narrow', narrow: allOf(stream.stream_id) })}
                aria-label={t.streamSettings.openOf(stream.name)}
                title={t.streamSettings.open}
              >
                <Icon name="message-square" />
              </a>
            )}
            <button
              type="button"
              class="button"
              aria-label={
                isMember ? t.streamList.leaveOf(stream.name) : t.streamList.joinOf(stream.name)
              }
              disabled={!isMember && !mayRead}
              title={!isMember && !mayRead ? t.streamList.cannotJoin : undefined}
              onClick={() => {
                Promise.resolve(act([row])).catch((error: unknown) =>
                  toasts.fail(t.streamMenu.failed, error),
                )
              }}
            >
              {isMember ? t.streamList.leave : t.streamList.join}
            </button>
          </>
        )
      },
    },
  ]
}

function StreamName({ stream }: { stream: Stream }) {
  const { navigation } = useApp()
  const { stream_id: id, name, invite_only: isPrivate } = stream
  // Without the signs of Markdown.
  const description = useMemo(
    () => parseServerHtml(stream.rendered_description).textContent.trim(),
    [stream.rendered_description],
  )
  return (
    <div class={styles['named']}>
      <Icon name={isPrivate ? 'lock' : 'hash'} />
      <div class={styles['about']}>
        <a href={navigation.hrefOf({ view: 'streams', path: [String(id), name] })}>
          <bdi>{name}</bdi>
          {isPrivate && <span class="visually-hidden">, {t.streams.private}</span>}
        </a>
        {description !== '' && <p title={description}>{description}</p>}
      </div>
    </div>
  )
}

/** Archived streams, to read; administrators can restore them. */
export function ArchivedStreams() {
  const { navigation, store } = useApp()
  const { archived, usage, refusal, retry } = useStreamUsage()
  const { restore, question } = useRestoring()
  const columns: Column<ListedStream>[] = [
    {
      key: 'name',
      title: t.streamList.name,
      sortBy: ({ name }) => name,
      cell: ({ stream_id: id, name, description, invite_only: isPrivate }) => (
        <div class={styles['named']}>
          <Icon name={isPrivate ? 'lock' : 'hash'} />
          <div class={styles['about']}>
            <a href={navigation.hrefOf({ view: 'narrow', narrow: allOf(id) })}>
              <bdi>{name}</bdi>
            </a>
            {description !== '' && <p title={description}>{description}</p>}
          </div>
        </div>
      ),
    },
    {
      key: 'subscribers',
      title: t.streamList.subscribers,
      width: '6.5rem',
      sortBy: ({ subscriber_count: count }) => count,
      cell: ({ subscriber_count: count }) => count,
    },
    {
      key: 'tools',
      title: t.streamList.tools,
      width: '7rem',
      isTools: true,
      cell: (stream) =>
        rightsIn(store.state, stream).administer && (
          <button
            type="button"
            class="button"
            aria-label={t.streamList.restoreOf(stream.name)}
            onClick={() => restore(stream)}
          >
            {t.streamList.restore}
          </button>
        ),
    },
  ]

  if (!usage) return <Loading refusal={refusal} onRetry={retry} />
  return (
    <>
      <Table
        label={t.streamSettings.archived}
        find={t.streamList.find}
        none={t.streamList.noArchived}
        rows={archived}
        keyOf={({ stream_id: id }) => id}
        nameOf={({ name }) => name}
        columns={columns}
        sortedBy={{ column: 'name' }}
      />
      {question}
    </>
  )
}
