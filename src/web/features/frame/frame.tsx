import { useSignal } from '@preact/signals'
import { useCallback, useEffect } from 'preact/hooks'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { useKey } from '../../ui/keyboard/use-key'
import { wantedProof } from '../../data/api/proofs'
import { localStore } from '../../data/storage/browser-storage'
import { conversationOf } from '../../data/narrow/narrow'
import type { Route } from '../../data/navigation/route'
import { lazy, lazyScreen } from '../../parts/lazy/lazy'
import { useMedia } from '../../ui/media/use-media'
import { Sidebar } from '../../parts/sidebar/sidebar'
import { Banner } from './banner'
import { Screen } from './screen'
import styles from './frame.module.css'

const Compose = lazy((parts) => parts.Compose)
const Drawer = lazy((parts) => parts.Drawer)
const KeyboardHelp = lazy((parts) => parts.KeyboardHelp)
const MessageKeys = lazy((parts) => parts.MessageKeys)
const OverlayLayer = lazy((parts) => parts.OverlayLayer)
const People = lazy((parts) => parts.People)
const ToastList = lazy((parts) => parts.ToastList)
const Wayfinding = lazy((parts) => parts.Wayfinding)
const ProofDialog = lazyScreen((parts) => parts.ProofDialog)
const Tour = lazyScreen((parts) => parts.Tour)
const TraceDialog = lazyScreen((parts) => parts.TraceDialog)

/** Windows too narrow for the sidebar, and for the people, beside the screen. */
const isSmall = '(width <= 56.25rem)'
const isMedium = '(width < 80rem)'

/** Present in the browser's storage while the reader keeps the column of people closed. */
const undocked = 'parley.people-closed'

type Opened = 'sidebar' | 'filter-streams' | 'people' | 'filter-people' | 'help' | undefined

/** Frame around all screens: top bar, sidebar, screen, people. */
export function Frame() {
  const { navigation, overlays, toasts } = useApp()
  const overlay = overlays.open.value
  const opened = useSignal<Opened>(undefined)
  const hidesSidebar = useMedia(isSmall)
  const isSettingsArea = 'path' in navigation.route.value
  const isUndocked = useSignal(localStore.getItem(undocked) !== null)
  const hasNoColumn = useMedia(isMedium) || isSettingsArea
  const hidesPeople = hasNoColumn || isUndocked.value
  const close = useCallback(() => (opened.value = undefined), [])
  const open = (what: Opened) => () => void (opened.value = what)
  function dock(): void {
    if ((isUndocked.value = !isUndocked.value)) localStore.setItem(undocked, '')
    else localStore.removeItem(undocked)
    close()
  }

  // A drawer that became a column of a wider window does not come back in a narrow one.
  useEffect(() => {
    if (opened.peek() !== 'help') close()
  }, [hidesSidebar, hidesPeople, opened, close])

  useKey('help', open('help'))
  // Beside the screen, sidebar and people handle these shortcuts themselves.
  useKey('filterStreams', () => hidesSidebar && (open('filter-streams')(), true))
  useKey('filterPeople', () => hidesPeople && (open('filter-people')(), true))

  return (
    <div class={styles['frame']} data-wide={isSettingsArea || isUndocked.value}>
      <Wayfinding />
      <Banner
        onShowSidebar={hidesSidebar ? open('sidebar') : undefined}
        onShowPeople={hidesPeople ? open('people') : undefined}
        onShowHelp={open('help')}
      />
      {!hidesSidebar && (
        <div class={styles['sidebar']}>
          <Sidebar />
        </div>
      )}
      <main id="main" class={styles['main']} tabIndex={-1}>
        <div class={styles['screen']}>
          <Screen />
        </div>
        <div class={styles['compose']} data-holds={composeAt(navigation.route.value)}>
          <Compose />
        </div>
        <OverlayLayer />
      </main>
      {!hidesPeople && (
        <div class={styles['people']}>
          <People onDock={dock} isDocked />
        </div>
      )}
      {hidesSidebar && (opened.value === 'sidebar' || opened.value === 'filter-streams') && (
        <Drawer label={t.sidebar.name} side="start" onClose={close}>
          <Sidebar startsInFilter={opened.value === 'filter-streams'} />
        </Drawer>
      )}
      {hidesPeople && (opened.value === 'people' || opened.value === 'filter-people') && (
        <Drawer label={t.people.name} side="end" onClose={close}>
          <People
            startsInFilter={opened.value === 'filter-people'}
            onDock={hasNoColumn ? undefined : dock}
          />
        </Drawer>
      )}
      {opened.value === 'help' && <KeyboardHelp onClose={close} />}
      <MessageKeys />
      {overlay?.kind === 'tour' && <Tour onClose={overlays.close} />}
      {overlay?.kind === 'trace' && <TraceDialog overlay={overlay} onClose={overlays.close} />}
      {wantedProof.value && <ProofDialog wanted={wantedProof.value} />}
      <ToastList toasts={toasts} />
    </div>
  )
}

/** Kind of compose box that a route will have. Its height is reserved before it loads, so that rows do not move. */
function composeAt(place: Route): 'box' | 'buttons' | undefined {
  if ('path' in place) return undefined
  return place.view === 'narrow' && conversationOf(place.narrow) ? 'box' : 'buttons'
}
