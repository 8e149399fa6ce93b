import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { maxSocialLinks, NetworkKey } from '../../../../schema/card-fields.ts'
import { safeLink } from '../../../../schema/link.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { DialogFoot } from '../../../ui/DialogFoot.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Form } from '../../../ui/Form.tsx'
import { FailureNote } from '../../../ui/Notes.tsx'
import { errorToast } from '../../../ui/toasts.ts'
import type { PanelProps } from '../draft.ts'
import { errorSummary, validateDraft } from '../validation.ts'
import { networkKey, networkTitle } from './networks.ts'
import { exampleSocialUrl, inputHint, parseSocialUrl } from './social-url.ts'

/** Edits the link of a network, typed as a URL or a handle. */
export function PlatformDialog({
  network,
  onClose,
  ...props
}: PanelProps & { network: string; onClose: () => void }) {
  const title = networkTitle(network)
  const address = props.draft.socialLinks[network]
  const { saveLink, failure } = useLinkSave(props, onClose)
  return (
    <Dialog title={address ? `Edit ${title} link` : `Add ${title} link`} onClose={onClose}>
      <Form
        schema={schemaOf(network)}
        defaultValues={{ url: address ?? '' }}
        onSubmit={({ url }, setFieldError) =>
          saveLink({ network, title, url }, (text) => setFieldError('url', text))
        }
      >
        {(busy) => (
          <>
            <div className="dialog-body">
              <Field
                name="url"
                label={`${title} URL`}
                hint={inputHint(network)}
                placeholder={`${exampleSocialUrl(network)}…`}
                inputMode="url"
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
              />
              <ResolvedAddress network={network} />
              {failure}
            </div>
            <DialogFoot busy={busy && 'Saving...'} onCancel={onClose} />
          </>
        )}
      </Form>
    </Dialog>
  )
}

function schemaOf(network: string) {
  const example = exampleSocialUrl(network)
  return z.object({
    url: z.pipe(
      z.string(),
      z.transform((typed, { issues }) => {
        const address = parseSocialUrl(network, typed)
        if (address && address.length <= 2000) return address
        issues.push({
          code: 'custom',
          message: `Enter a link, such as ${example}`,
          input: typed,
        })
        return z.NEVER
      }),
    ),
  })
}

/** Shows the URL that will be saved if it differs from the input. */
function ResolvedAddress({ network }: { network: string }) {
  const typed = String(useWatch({ name: 'url' }))
  const address = parseSocialUrl(network, typed)
  return (
    <p className="field-hint becomes" role="status">
      {address && address !== typed.trim() && (
        <>
          Will be saved as <strong dir="ltr">{address}</strong>
        </>
      )}
    </p>
  )
}

/** Adds a platform that is not listed, by name and URL. */
export function CustomPlatformDialog({ onClose, ...props }: PanelProps & { onClose: () => void }) {
  const { saveLink, failure } = useLinkSave(props, onClose)
  return (
    <Dialog title="Add Platform" onClose={onClose}>
      <Form
        schema={CustomPlatform}
        defaultValues={{ name: '', url: '' }}
        onSubmit={({ name, url }, setFieldError) =>
          saveLink({ network: networkKey(name), title: name, url }, (text) =>
            setFieldError('name', text),
          )
        }
      >
        {(busy) => (
          <>
            <div className="dialog-body">
              <Field name="name" label="Platform name" autoComplete="off" dir="auto" />
              <Field
                name="url"
                label="URL"
                placeholder="https://example.com/ada…"
                inputMode="url"
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
              />
              <ReplacementWarning links={props.draft.socialLinks} />
              {failure}
            </div>
            <DialogFoot busy={busy && 'Saving...'} onCancel={onClose} />
          </>
        )}
      </Form>
    </Dialog>
  )
}

const CustomPlatform = z.pipe(
  z.object({
    name: z.string().check(z.trim(), z.minLength(1, 'Platform name is required')),
    url: z.string().check(z.trim(), z.maxLength(2000, 'Enter a shorter link')),
  }),
  z.transform(({ name, url }, { issues }) => {
    const address = parseSocialUrl(networkKey(name), url) ?? safeLink(url)
    if (address) return { name, url: address }
    const message = url ? 'Enter a link that starts with https://' : 'Enter its link'
    issues.push({ code: 'custom', path: ['url'], message, input: url })
    return z.NEVER
  }),
)

/** Warns that a link of the same name will be replaced. */
function ReplacementWarning({ links }: { links: Record<string, string> }) {
  const key = networkKey(String(useWatch({ name: 'name' })))
  const address = Object.hasOwn(links, key) ? links[key] : undefined
  return (
    <p className="field-hint becomes" role="status">
      {address && (
        <>
          Replaces your {networkTitle(key)} link, <strong dir="ltr">{address}</strong>
        </>
      )}
    </p>
  )
}

type SocialLink = { network: string; title: string; url: string }

/** Saves a social link with the card; closes the dialog on success, else shows the reason. */
function useLinkSave({ draft, save }: PanelProps, onClose: () => void) {
  const [message, setMessage] = useState<string>()
  const saveLink = async (link: SocialLink, setFieldError: (message: string) => void) => {
    const error = linkError(link, draft.socialLinks)
    if (error) return setFieldError(error)
    setMessage(undefined)
    const isNew = !Object.hasOwn(draft.socialLinks, link.network)
    const socialLinks = { ...draft.socialLinks, [link.network]: link.url }
    const saved = await save(
      { socialLinks },
      {
        done: `${link.title} link ${isNew ? 'added' : 'updated'} successfully`,
        failed: failedText,
        revert: true,
      },
    )
    if (saved) return onClose()
    // The full card is saved, so an invalid field elsewhere fails it without a request.
    const problem = errorSummary(validateDraft({ ...draft, socialLinks }))
    if (problem) errorToast('Error', failedText)
    setMessage(problem ?? 'What you typed is still here. Try again.')
  }
  const failure = <FailureNote title={failedText} message={message} />
  return { saveLink, failure }
}

const failedText = 'Failed to save social link'

function linkError({ network }: SocialLink, links: Record<string, string>): string | undefined {
  if (!NetworkKey.safeParse(network).success) return 'Platform name is not valid'
  const isNew = !Object.hasOwn(links, network)
  return isNew && Object.keys(links).length >= maxSocialLinks
    ? `A card can have at most ${maxSocialLinks} social links`
    : undefined
}
