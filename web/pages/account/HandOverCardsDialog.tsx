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

function isAboutColleague({ status, code }: RequestError): boolean {
  return [400, 403, 404].includes(status) && code !== 'reauthenticate'
}

/** Asks for the username of the colleague, who then has all the own cards. */
export function HandOverCardsDialog({ onClose }: { onClose: () => void }) {
  const { attempt, failure } = useAttempt(failed)
  const submit = (
    { to }: z.infer<typeof OwnHandover>,
    refuse: (field: 'to', message: string) => void,
  ) =>
    attempt(async () => {
      const cards = await handOverOwnCards(to).catch((error) => {
        if (error instanceof RequestError && isAboutColleague(error)) refuse('to', error.sentence)
        throw error
      })
      const count = cards === 1 ? '1 card now belongs' : `${cards} cards now belong`
      if (cards === 0) toast('Nothing to hand over', 'You have no cards.')
      else toast('Cards handed over', `${count} to ${to}.`)
      onClose()
    })
  return (
    <Dialog title="Hand over your cards" onClose={onClose}>
      <Form contract={OwnHandover} start={{ to: '' }} onSubmit={submit}>
        {(busy) => (
          <>
            <div className="dialog-body">
              <p className="dialog-text">
                All your cards move to your colleague right away, with their links, analytics, and
                everything visitors sent you. You cannot undo this. We email both of you.
              </p>
              <p className="dialog-text">
                Choose an Admin, or a colleague who has no card if you have only one. For anyone
                else, ask a System Admin.
              </p>
              <Field
                name="to"
                label="Your colleague's username"
                hint="Your colleague can find it in their account."
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
