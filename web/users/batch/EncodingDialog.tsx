import { nameOfLanguage } from '../../messages/language.ts'
import { t } from '../../messages/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { SelectField } from '../../ui/Fields.tsx'
import { closeBatch, type EncodingQuestion } from './batch.ts'
import { encodings } from './encoding.ts'
import { acceptEncoding, isForeign, previewEncoding } from './review.ts'
import { type BatchRow, labels } from './rows.ts'

const options = encodings.map(({ encoding, languages }) => ({
  value: encoding,
  label: [...languages.map(nameOfLanguage), encoding].join(', '),
}))

/** Asks for the encoding of a file that does not state it, and shows its rows in the selected one. */
export function EncodingDialog({ question }: { question: EncodingQuestion }) {
  const { encoding, rows, isReading } = question
  return (
    <Dialog title={t('Batch Upload')} width="review" onClose={() => closeBatch()}>
      <div className="dialog-body batch">
        <p>
          {t(
            'The file does not say in which encoding its text was saved. Select the one in which all names are right.',
          )}
        </p>
        <SelectField
          label={t('Encoding')}
          hint={t('If no encoding is right, save the list again as "CSV UTF-8" or as .xlsx.')}
          options={options}
          value={encoding}
          onChange={(selected) => void previewEncoding(selected)}
        />
        <Preview rows={rows} />
      </div>
      <footer className="dialog-foot batch-foot">
        <Button onClick={() => closeBatch()}>{t('Cancel')}</Button>
        <Button
          kind="primary"
          busy={isReading === true && t('Reading...')}
          onClick={() => void acceptEncoding()}
        >
          {t('Continue')}
        </Button>
      </footer>
    </Dialog>
  )
}

const mostRows = 20
const columns = ['username', 'fullName', 'email'] as const
// Scrollable regions must be focusable for keyboard scrolling.
const scrollable = { tabIndex: 0 }

/** The first rows with characters that depend on the encoding. */
function Preview({ rows }: { rows: BatchRow[] }) {
  return (
    <section className="batch-rows" aria-label={t('Rows in the file')} {...scrollable}>
      <table>
        <thead>
          <tr>
            {columns.map((field) => (
              <th key={field} scope="col">
                {labels[field]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            .filter(isForeign)
            .slice(0, mostRows)
            .map(({ number, values }) => (
              <tr key={number}>
                {columns.map((field) => (
                  <td key={field}>
                    <span className="clipped" dir="auto">
                      {values[field]}
                    </span>
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  )
}
