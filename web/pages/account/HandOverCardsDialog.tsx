import type * as z from 'zod'
import { OwnHandover } from '../../../schema/user.ts'
import { RequestError } from '../../api.ts'
import { handOverOwnCards } from '../../data/account.ts'
import { useAttempt } from '../../shell/useAttempt.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Note } from '../../ui/Notes.tsx'
import { toast } from '../../ui/toasts.ts'

const failed = 'Cards not handed over'

/** Asks for the username of the colleague, who then has all the own cards. */
export function HandOverCardsDialog({ onClose }: { onClose: () => void }) {
  const { attempt, failure } = useAttempt(failed)
  const submit = (
    { to }: z.infer<typeof OwnHandover>,
    refuse: (field: 'to', message: string) => void,
  ) =>
    attempt(async () => {
      const cards = await handOverOwnCards(to).catch((error) => {
        if (error instanceof RequestError && [400, 404].includes(error.status))
          refuse('to', error.sentence)
        throw error
      })
      const count = cards === 1 ? '1 card belongs' : `${cards} cards belong`
      toast('Cards handed over', cards === 0 ? 'You have no cards.' : `${count} to ${to} now.`)
      onClose()
    })
  return (
    <Dialog title="Hand over your cards" onClose={onClose}>
      <Form contract={OwnHandover} start={{ to: '' }} onSubmit={submit}>
        {(busy) => (
          <>
            <div className="dialog-body">
              <p className="dialog-text">
                Every card of yours goes to a colleague at once, with its addresses, its figures and
                everything visitors sent you. You cannot take this back; your colleague can hand the
                cards back to you. Both of you get an email.
              </p>
              <Field
                name="to"
                label="Username of your colleague"
                hint="They find it in their account, or in the emails we send them"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
              {failure && (
                <Note kind="bad" title={failed}>
                  {failure}
                </Note>
              )}
            </div>
            <footer className="dialog-foot">
              <Button onClick={onClose}>Cancel</Button>
              <Button type="submit" kind="primary" busy={busy && 'Handing over...'}>
                Hand Over Cards
              </Button>
            </footer>
          </>
        )}
      </Form>
    </Dialog>
  )
}
