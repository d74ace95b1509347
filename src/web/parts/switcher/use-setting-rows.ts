import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useApp } from '../../context/app'
import type { SettingRow } from '../../data/switcher/setting-row'

/** The rows of all settings pages, which come with the chunk of the settings areas; none until it is loaded. */
export function useSettingRows(): readonly SettingRow[] {
  const { loadSettingRows } = useApp()
  const rows = useSignal<readonly SettingRow[]>([])
  useEffect(() => {
    loadSettingRows().then(
      (known) => (rows.value = known),
      () => {
        // Without a network, the pages themselves are offered alone.
      },
    )
  }, [rows, loadSettingRows])
  return rows.value
}
