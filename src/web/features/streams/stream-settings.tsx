import { call } from '../../data/api/call'
import { useApp } from '../../context/app'
import { allOf } from '../../data/conversations/open-stream'
import * as t from '../../texts/catalog'
import { Icon } from '../../ui/icon/icon'
import type { Stream } from '../../data/records/state'
import { SettingsArea } from '../../parts/settings-area/settings-area'
import type { Section } from '../../parts/settings-area/section'
import { Gone } from './gone'
import { StreamGeneral } from './stream-general'
import { StreamPermissions } from './stream-permissions'
import { StreamPersonal } from './stream-personal'
import { StreamSubscribers } from './stream-subscribers'
import { useLeaving } from './use-leaving'
import { StreamContext, useStream } from './use-stream'

const sections: readonly Section[] = [
  {
    key: 'general',
    title: t.streamGeneral.title,
    icon: 'settings',
    words: t.streamGeneral.words,
    Component: StreamGeneral,
  },
  {
    key: 'personal',
    title: t.streamPersonal.title,
    icon: 'user-round',
    words: t.streamPersonal.words,
    Component: StreamPersonal,
  },
  {
    key: 'permissions',
    title: t.streamPermissions.title,
    icon: 'lock',
    words: t.streamPermissions.words,
    Component: StreamPermissions,
  },
  {
    key: 'subscribers',
    title: t.streamSubscribers.title,
    icon: 'users',
    words: t.streamSubscribers.words,
    Component: StreamSubscribers,
  },
]

/** Settings of one stream: `#streams/5/ops/SECTION`. */
export function StreamSettingsScreen({
  streamId,
  path,
}: {
  streamId: number
  path: readonly string[]
}) {
  const { store, navigation } = useApp()
  const stream = store.stream(streamId)
  if (stream?.is_archived === true) {
    return (
      <Gone
        title={stream.name}
        hint={t.compose.archived}
        href={navigation.hrefOf({ view: 'streams', path: ['archived'] })}
        back={t.streamSettings.backToArchived}
      />
    )
  }
  if (!stream) {
    return (
      <Gone
        title={t.streamSettings.gone}
        hint={t.streamSettings.goneHint}
        href={navigation.hrefOf({ view: 'streams', path: ['all'] })}
        back={t.streamSettings.backToAll}
      />
    )
  }
  return (
    <StreamContext.Provider value={stream}>
      <SettingsArea
        view="streams"
        base={[String(streamId), stream.name]}
        path={path.slice(2)}
        title={stream.name}
        icon={stream.invite_only ? 'lock' : 'hash'}
        sections={sections}
        navigationLabel={t.streamSettings.sections}
        up={{ path: ['all'], label: t.streamSettings.backToAll }}
        tools={<StreamTools stream={stream} />}
      />
    </StreamContext.Provider>
  )
}

/** Buttons of a stream: open, join, leave. */
function StreamTools({ stream }: { stream: Stream }) {
  const { store, navigation, toasts } = useApp()
  const { rights } = useStream()
  const leaving = useLeaving()
  const isMember = store.subscription(stream.stream_id) !== undefined
  const { name } = stream

  async function join(): Promise<void> {
    try {
      await call('POST /users/me/subscriptions', { subscriptions: [{ name }] })
    } catch (error) {
      toasts.fail(t.streamMenu.failed, error)
    }
  }

  return (
    <>
      {rights.read && (
        <a
          class="icon-button"
          href={navigation.hrefOf({ view: 'narrow', narrow: allOf(stream.stream_id) })}
          aria-label={t.streamSettings.open}
          title={t.streamSettings.open}
        >
          <Icon name="message-square" />
        </a>
      )}
      {isMember ? (
        <button type="button" class="button" onClick={() => leaving.leave([stream])}>
          {t.streamList.leave}
        </button>
      ) : (
        rights.read && (
          <button type="button" class="button" onClick={() => void join()}>
            {t.streamList.join}
          </button>
        )
      )}
      {leaving.question}
    </>
  )
}
