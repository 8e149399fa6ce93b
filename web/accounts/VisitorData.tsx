import { useState } from 'react'
import { VisitorQuery } from '../../schema/inbox/inbox.ts'
import type { User } from '../../schema/users/user.ts'
import { t } from '../messages/t.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { Field, Form } from '../ui/Form.tsx'
import { FailureNote } from '../ui/Notes.tsx'
import { findVisitor } from './data/visitor-data.ts'
import { type FoundVisitor, VisitorDataResult } from './VisitorDataResult.tsx'

/** Finds a visitor's data to answer their access or erasure request. */
export function VisitorData({ user: { accessLevel } }: { user: User }) {
  const [found, setFound] = useState<FoundVisitor>()
  const { attempt, failure } = useSubmit(t('Search failed'))
  const submit = ({ email }: VisitorQuery) =>
    attempt(async () => {
      setFound(undefined)
      setFound({ email, entries: await findVisitor(email) })
    })
  return (
    <section className="panel stack account-panel" data-gap="3" aria-labelledby="visitor-heading">
      <h2 id="visitor-heading">{t('Visitor data')}</h2>
      <p>
        {accessLevel === 5
          ? t(
              "When someone asks for the data they sent through a card's form, find it by their email, then download or erase it.",
            )
          : t(
              "When someone asks for the data they sent through your card's form, find it by their email, then download or erase it.",
            )}
      </p>
      <Form schema={VisitorQuery} defaultValues={{ email: '' }} onSubmit={submit}>
        {(busy) => (
          <>
            <FailureNote title={t('Search failed')} message={failure} />
            <Field
              name="email"
              label={t("Visitor's email")}
              type="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            <Button type="submit" busy={busy && t('Finding...')}>
              {t('Find')}
            </Button>
          </>
        )}
      </Form>
      {found && (
        <VisitorDataResult found={found} onErased={() => setFound({ ...found, entries: [] })} />
      )}
    </section>
  )
}
