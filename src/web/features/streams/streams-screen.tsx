import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { SettingsArea } from '../../parts/settings-area/settings-area'
import type { Section } from '../../parts/settings-area/section'
import { DefaultStreams } from './default-streams'
import { Folders } from './folders'
import { NewStream } from './new-stream'
import { AllStreams, ArchivedStreams, AvailableStreams, OwnStreams } from './stream-lists'
import { StreamSettingsScreen } from './stream-settings'

/** Sections of the streams area: lists of streams, and settings for all streams. */
const sections: readonly Section[] = [
  { key: 'all', title: t.streamSettings.all, icon: 'hash', Component: AllStreams },
  { key: 'subscribed', title: t.streamSettings.subscribed, icon: 'check', Component: OwnStreams },
  {
    key: 'available',
    title: t.streamSettings.available,
    icon: 'plus',
    Component: AvailableStreams,
  },
  {
    key: 'archived',
    title: t.streamSettings.archived,
    icon: 'archive',
    Component: ArchivedStreams,
  },
  {
    key: 'new',
    title: t.streamSettings.create,
    icon: 'pencil',
    words: t.newStream.words,
    Component: NewStream,
    isFor: ({ store }) => store.read('can_create_streams'),
  },
  {
    key: 'folders',
    title: t.streamSettings.folders,
    icon: 'folder',
    Component: Folders,
    isFor: ({ store }) => store.read('is_admin'),
  },
  {
    key: 'defaults',
    title: t.streamSettings.defaults,
    icon: 'users',
    words: t.defaultStreams.words,
    Component: DefaultStreams,
    isFor: ({ store }) => store.read('is_admin'),
  },
]

/** Settings area of streams: `#streams/all`, `#streams/new`, `#streams/5/ops/subscribers`. */
export function StreamsScreen({ path }: { path: readonly string[] }) {
  useApp()
  const streamId = Number(path[0] ?? '')
  if (Number.isInteger(streamId) && streamId > 0) {
    return <StreamSettingsScreen key={streamId} streamId={streamId} path={path} />
  }
  return (
    <SettingsArea
      view="streams"
      path={path}
      sections={sections}
      navigationLabel={t.streamSettings.sections}
    />
  )
}
