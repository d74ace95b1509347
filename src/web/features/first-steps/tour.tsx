import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { IconButton } from '../../ui/icon-button/icon-button'
import { putAtEdge, putBeside } from '../../ui/popover/put-beside'
import { isPending, markSeen } from './steps'
import styles from './first-steps.module.css'

interface Stop {
  title: string
  text: string
  /** CSS selector of the element; the first visible match counts. */
  at: string
}

const named = (element: string, name: string) => `${element}[aria-label="${name}"]`
const isShown = (element: HTMLElement) => element.getClientRects().length > 0

function stopsOf(): readonly Stop[] {
  const conversations = named('nav', t.sidebar.name)
  const isBeside = [...document.querySelectorAll<HTMLElement>(conversations)].some(isShown)
  return [
    {
      title: t.tour.conversations,
      text: isBeside ? t.tour.conversationsText : t.tour.conversationsHidden,
      at: isBeside ? conversations : named('button', t.frame.showConversations),
    },
    { title: t.tour.reading, text: t.tour.readingText, at: '#main h1' },
    { title: t.tour.writing, text: t.tour.writingText, at: '#main [data-holds]' },
    {
      title: t.tour.search,
      text: t.tour.searchText,
      at: 'header [role=search]',
    },
    { title: t.tour.menu, text: t.tour.menuText, at: named('button', t.yourMenu.name) },
  ]
}

/** A tour of the app. The page stays usable during the tour; Escape ends it, and the personal menu restarts it. */
export function Tour({ onClose }: { onClose: () => void }) {
  const { store, toasts } = useApp()
  const stops = useRef(stopsOf()).current
  const at = useSignal(0)
  const box = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const stop = stops[at.value] as Stop
  const isLast = at.value === stops.length - 1

  useEffect(() => {
    const before = document.activeElement
    return () => {
      // The page may have been used meanwhile.
      if (!box.current?.contains(document.activeElement)) return
      const back = before?.isConnected && before !== document.body ? before : null
      ;((back ?? document.querySelector('#main')) as HTMLElement | null)?.focus()
    }
  }, [])

  useLayoutEffect(() => {
    heading.current?.focus()
    const shown = [...document.querySelectorAll<HTMLElement>(stop.at)].find(isShown)
    const place = () => placeAt(box.current, shown)
    place()
    shown?.classList.add(styles['shown'] ?? '')
    addEventListener('resize', place)
    return () => {
      shown?.classList.remove(styles['shown'] ?? '')
      removeEventListener('resize', place)
    }
  }, [stop])

  async function leave(): Promise<void> {
    onClose()
    if (!isPending(store, 'parley_tour')) return
    try {
      await markSeen('parley_tour')
    } catch (error) {
      toasts.fail(t.firstSteps.notSaved, error)
    }
  }

  return (
    <div
      ref={box}
      class={styles['tour']}
      role="dialog"
      aria-labelledby="tour-stop"
      aria-describedby="tour-text"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        void leave()
      }}
    >
      <div class={styles['head']}>
        <h2 ref={heading} id="tour-stop" tabIndex={-1}>
          {stop.title}
        </h2>
        <IconButton icon="x" label={t.tour.leave} onClick={() => void leave()} />
      </div>
      <p id="tour-text">{stop.text}</p>
      <div class={styles['buttons']}>
        <span class={styles['progress']}>{t.tour.step(at.value + 1, stops.length)}</span>
        {at.value > 0 && (
          <button class="button" onClick={() => (at.value -= 1)}>
            {t.tour.back}
          </button>
        )}
        <button class="button primary" onClick={() => (isLast ? void leave() : (at.value += 1))}>
          {isLast ? t.tour.end : t.tour.next}
        </button>
      </div>
    </div>
  )
}

/** Places the box beside the element of a stop; in the middle of the window if the element is not there. */
function placeAt(box: HTMLElement | null, shown: HTMLElement | undefined): void {
  if (!box) return
  box.classList.toggle(styles['placed'] ?? '', shown !== undefined)
  if (!shown) return
  const isColumn = shown.offsetHeight > innerHeight / 2
  if (!isColumn || !putAtEdge(box, shown)) putBeside(box, shown, 'below', 'start')
}
