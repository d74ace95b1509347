import { useLayoutEffect, useRef } from 'preact/hooks'
import type { RefObject } from 'preact'

/** Screens on which menus are sheets. */
const phones = matchMedia('(hover: none) and (width <= 40rem)')

/**
 * Makes a menu a sheet at the bottom of a phone's screen. The browser would close a popover that opens during a long
 * press when the finger leaves the screen, so a sheet closes by a touch that begins beside it. That touch does nothing else.
 *
 * @returns whether the menu is a sheet
 */
export function useSheet(
  sheet: RefObject<HTMLElement | null>,
  isMenu: boolean,
  onClose: () => void,
): boolean {
  const isSheet = useRef(isMenu && phones.matches).current
  const close = useRef(onClose)
  close.current = onClose

  useLayoutEffect(() => {
    if (!isSheet) return undefined
    const ended = new AbortController()
    const options = { capture: true, signal: ended.signal }
    const isBeside = ({ target }: Event) => !sheet.current?.contains(target as Node)
    let hasBegunBeside = false
    addEventListener('pointerdown', (event) => (hasBegunBeside = isBeside(event)), options)
    addEventListener(
      'click',
      (event) => {
        if (!hasBegunBeside || !isBeside(event)) return
        event.preventDefault()
        event.stopPropagation()
        close.current()
      },
      options,
    )
    return () => ended.abort()
  }, [isSheet, sheet])

  return isSheet
}
