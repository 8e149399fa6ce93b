import { type ReactNode, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { maxSocialLinks, NetworkKey } from '../../../../schema/cards/card-fields.ts'
import { networkName } from '../../../../schema/cards/social.ts'
import { linkMessage, safeLink } from '../../../../schema/link.ts'
import { exampleSocialUrl, inputHint, parseSocialUrl } from '../../../contact-details/social-url.ts'
import { Trans } from '../../../messages/Trans.tsx'
import { t, translated } from '../../../messages/t.ts'
import { Dialog, DialogFoot } from '../../../ui/Dialog.tsx'
import { Field, Form } from '../../../ui/Form.tsx'
import { FailureNote } from '../../../ui/Notes.tsx'
import { errorToast } from '../../../ui/toasts.ts'
import type { PanelProps } from '../draft.ts'
import { errorSummary, validateDraft } from '../validation.ts'

/** Edits the link of a network, typed as a URL or a handle. */
export function PlatformDialog({ network, ...props }: DialogProps & { network: string }) {
  const title = networkTitle(network)
  const address = props.panel.draft.socialLinks[network]
  return (
    <LinkDialog
      {...props}
      title={address ? t('Edit {title} link', { title }) : t('Add {title} link', { title })}
      schema={schemaOf(network)}
      defaultValues={{ url: address ?? '' }}
      toLink={({ url }) => ({ network, title, url })}
      errorField="url"
    >
      <Field
        name="url"
        label={t('{title} URL', { title })}
        hint={inputHint(network)}
        placeholder={`${exampleSocialUrl(network)}…`}
        {...urlInput}
      />
      <ResolvedAddress network={network} />
    </LinkDialog>
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
          message: t('Enter a link, such as {example}', { example }),
          input: typed,
        })
        return z.NEVER
      }),
    ),
  })
}

/** Shows the URL that will be saved, if it differs from the input. */
function ResolvedAddress({ network }: { network: string }) {
  const typed = String(useWatch({ name: 'url' }))
  const address = parseSocialUrl(network, typed)
  return (
    <p className="field-hint becomes" role="status">
      {address && address !== typed.trim() && (
        <Trans
          id="Will be saved as <strong>{address}</strong>"
          values={{ address }}
          components={{ strong: <strong dir="ltr" /> }}
        />
      )}
    </p>
  )
}

/** Adds a platform that is not listed, by name and URL. */
export function CustomPlatformDialog(props: DialogProps) {
  return (
    <LinkDialog
      {...props}
      title={t('Add Platform')}
      schema={CustomPlatform}
      defaultValues={{ name: '', url: '' }}
      toLink={({ name, url }) => ({ network: networkKey(name), title: name, url })}
      errorField="name"
    >
      <Field name="name" label={t('Platform name')} autoComplete="off" dir="auto" />
      <Field name="url" label={t('URL')} placeholder="https://example.com/ada…" {...urlInput} />
      <ReplacementWarning links={props.panel.draft.socialLinks} />
    </LinkDialog>
  )
}

const CustomPlatform = z.pipe(
  z.object({
    name: z.string().check(z.trim(), z.minLength(1, t('Platform name is required'))),
    url: z.string().check(z.trim(), z.maxLength(2000, t('Enter a shorter link'))),
  }),
  z.transform(({ name, url }, { issues }) => {
    const address = parseSocialUrl(networkKey(name), url) ?? safeLink(url)
    if (address) return { name, url: address }
    const message = url ? translated(linkMessage(url)) : t('Enter its link')
    issues.push({ code: 'custom', path: ['url'], message, input: url })
    return z.NEVER
  }),
)

/** Warns if the card already has a link with this name, which would be replaced. */
function ReplacementWarning({ links }: { links: Record<string, string> }) {
  const key = networkKey(String(useWatch({ name: 'name' })))
  const address = Object.hasOwn(links, key) ? links[key] : undefined
  return (
    <p className="field-hint becomes" role="status">
      {address && (
        <Trans
          id="Replaces your {networkTitle} link, <strong>{address}</strong>"
          values={{ networkTitle: networkTitle(key), address }}
          components={{ strong: <strong dir="ltr" /> }}
        />
      )}
    </p>
  )
}

type DialogProps = { panel: PanelProps; onClose: () => void }
type SocialLink = { network: string; title: string; url: string }

/** A dialog with the form of a social link. It closes once the link is saved; otherwise it shows the reason. */
function LinkDialog<Output, Input extends FieldValues>({
  panel: { card, draft, save },
  title,
  schema,
  defaultValues,
  toLink,
  errorField,
  onClose,
  children,
}: DialogProps & {
  title: string
  schema: z.ZodMiniType<Output, Input>
  defaultValues: DefaultValues<Input>
  toLink: (output: Output) => SocialLink
  /** The field that shows why a link cannot be added. */
  errorField: Path<Input>
  children: ReactNode
}) {
  const [message, setMessage] = useState<string>()
  const saveLink = async (link: SocialLink) => {
    setMessage(undefined)
    const isNew = !Object.hasOwn(draft.socialLinks, link.network)
    const socialLinks = { ...draft.socialLinks, [link.network]: link.url }
    const done = isNew
      ? t('{title} link added successfully', { title: link.title })
      : t('{title} link updated successfully', { title: link.title })
    const saved = await save({ socialLinks }, { done, failed: failedText, revert: true })
    if (saved) return onClose()
    // The full card is saved, so an invalid field elsewhere fails it without a request.
    const problem = errorSummary(validateDraft({ ...draft, socialLinks }, card))
    if (problem) errorToast(t('Error'), failedText)
    setMessage(problem ?? t('What you typed is still here. Try again.'))
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        schema={schema}
        defaultValues={defaultValues}
        onSubmit={async (output, setFieldError) => {
          const link = toLink(output)
          const error = linkError(link, draft.socialLinks)
          if (error) setFieldError(errorField, error)
          else await saveLink(link)
        }}
      >
        {(busy) => (
          <>
            <div className="dialog-body">
              {children}
              <FailureNote title={failedText} message={message} />
            </div>
            <DialogFoot busy={busy && t('Saving...')} onCancel={onClose} />
          </>
        )}
      </Form>
    </Dialog>
  )
}

const urlInput = {
  inputMode: 'url',
  autoCapitalize: 'none',
  autoComplete: 'off',
  spellCheck: false,
} as const

const failedText = t('Failed to save social link')

function linkError({ network }: SocialLink, links: Record<string, string>): string | undefined {
  if (!NetworkKey.safeParse(network).success) return t('Platform name is not valid')
  const isNew = !Object.hasOwn(links, network)
  return isNew && Object.keys(links).length >= maxSocialLinks
    ? t('A card can have at most {maxSocialLinks} social links', { maxSocialLinks })
    : undefined
}

/** The networks that the editors list first. */
export const mainNetworks = ['linkedin', 'twitter', 'facebook', 'instagram']

const quickNetworks = [
  'youtube',
  'threads',
  'tiktok',
  'wechat',
  'whatsapp',
  'pinterest',
  'snapchat',
  'telegram',
  'discord',
  'medium',
]

// Without Skype, which has shut down. Cards that have a Skype link still list it.
const moreNetworks = ['viber', 'gmail', 'other']

/** Returns the networks to list after the main ones: predefined ones, and any others on the card. */
export function additionalNetworks(
  socialLinks: Record<string, string>,
  variant: 'quick' | 'advanced',
): string[] {
  const offered = variant === 'quick' ? quickNetworks : [...quickNetworks, ...moreNetworks]
  const own = Object.keys(socialLinks).filter((key) => !mainNetworks.includes(key))
  return [...new Set([...offered, ...own])]
}

/** Returns a network's name in the editors, which say Twitter where cards say X. */
export function networkTitle(key: string): string {
  return key === 'twitter' ? 'Twitter' : networkName(key)
}

/** Returns the key of a platform: its name in lower case without white space. */
export function networkKey(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, '')
}
