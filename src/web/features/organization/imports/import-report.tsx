import type { RealmImport } from './realm-import'
import * as t from '../../../texts/catalog'
import styles from './imports.module.css'

/** Numbers by kind of record, reasons for skipped rows, and the whole report as a file. */
export function ImportReport({ job }: { job: RealmImport }) {
  const kinds = Object.entries(job.kinds ?? {})
  return (
    <>
      <table class={styles['table']}>
        <caption>{t.realmImports.report}</caption>
        <thead>
          <tr>
            <th scope="col">{t.realmImports.kind}</th>
            <th scope="col">{t.realmImports.inArchive}</th>
            <th scope="col">{t.realmImports.isNew}</th>
            <th scope="col">{t.realmImports.known}</th>
          </tr>
        </thead>
        <tbody>
          {kinds.map(([kind, { read, written, known }]) => (
            <tr key={kind}>
              <th scope="row">{t.realmImports.kinds[kind] ?? kind}</th>
              <td>{read}</td>
              <td>{written}</td>
              <td>{known}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {job.remarks.length > 0 && (
        <>
          <h4>{t.realmImports.remarks}</h4>
          <ul class={styles['remarks']}>
            {job.remarks.map(({ reason, count }) => (
              <li key={reason}>{t.realmImports.remark(reason, count)}</li>
            ))}
          </ul>
        </>
      )}
      {job.report_url !== null && (
        <p>
          <a href={job.report_url} download>
            {t.realmImports.download}
          </a>
        </p>
      )}
    </>
  )
}
