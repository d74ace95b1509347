import { useEffect } from 'preact/hooks'
import { useApp } from '../../context/app'

/** A touch of this length opens the menu, in milliseconds; phones use the same. */
const longMs = 500
/** A finger that moves farther scrolls, in pixels. */
const slackPixels = 10
/** Elements with a long press of their own, such as the browser's menu of a link. */
const withOwnPress = 'a[href], button, input, textarea, select, audio, video, form'

/** Opens the menu of a message on a long press with a finger. */
export function useLongPress(): void {
  const { overlays } = useApp()
  useEffect(() => {
    const ended = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let began = { x: 0, y: 0 }
    const release = () => clearTimeout(timer)

    function press({ target, pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent): void {
      release()
      if (pointerType !== 'touch' || !isPrimary || !(target instanceof Element)) return
      const anchor = target.closest<HTMLElement>('[data-message-id]')
      if (!anchor || target.closest(withOwnPress)) return
      began = { x, y }
      const messageId = Number(anchor.dataset['messageId'])
      timer = setTimeout(() => {
        overlays.show({ kind: 'actions', messageId, anchor })
        // The end of this touch would otherwise choose the item that is under the finger by then.
        addEventListener('touchend', (end) => end.preventDefault(), { once: true, passive: false })
      }, longMs)
    }

    addEventListener('pointerdown', press, ended)
    addEventListener(
      'pointermove',
      ({ clientX, clientY }) => {
        if (Math.hypot(clientX - began.x, clientY - began.y) > slackPixels) release()
      },
      ended,
    )
    addEventListener('pointerup', release, ended)
    addEventListener('pointercancel', release, ended)
    ended.signal.addEventListener('abort', release)
    return () => ended.abort()
  }, [overlays])
}
