import { Accordion as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { Icon, type IconName } from '../../card/icons/Icon.tsx'
import { useUser } from '../accounts/data/session.ts'
import { useCards } from '../cards/data.ts'
import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import { product } from '../product.ts'
import { hasDetails, hasPhoto, isSeen } from '../shell/first-steps.ts'
import { PageHeader } from '../shell/PageHeader.tsx'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button, LinkButton } from '../ui/Button.tsx'
import { FailureNote } from '../ui/Notes.tsx'
import { infoToast } from '../ui/toasts.ts'
import {
  CreatingCard,
  CustomizingCard,
  DeveloperFeatures,
  GettingSupport,
  MobileTips,
  SharingCard,
  UnderstandingAnalytics,
} from './chapters.tsx'
import { End, Picture, Steps } from './parts.tsx'

/** The user guide. The open section is in the URL, such as `#sharing`, so that links can lead to it. */
export function GuidePage() {
  const { user } = useUser()
  const { hash } = useLocation()
  const navigate = useNavigate()
  const sections = all.filter(({ level }) => !level || user?.accessLevel === level)
  const open = sections.find(({ value }) => hash === `#${value}`)?.value ?? ''
  useArrival(open)
  return (
    <div className="page guide-page">
      <PageHeader
        title={t('User Guide')}
        text={t('How to get the most out of {name}', { name: product.name })}
      />
      <Accordion
        sections={sections.map((section) => ({
          ...section,
          content: <div className="guide-section">{section.content}</div>,
        }))}
        open={open}
        onOpen={(value) =>
          void navigate({ hash: value }, { replace: true, preventScrollReset: true })
        }
      />
    </div>
  )
}

// The browser scrolls to the section before the page has rendered.
function useArrival(open: string) {
  const arrived = useRef(open)
  useEffect(() => {
    document.getElementById(arrived.current)?.scrollIntoView()
  }, [])
}

const all: (Section & { level?: number })[] = [
  { value: 'start', title: t('Getting Started'), icon: 'home', content: <GettingStarted /> },
  {
    value: 'creating',
    title: t('Creating a Business Card'),
    icon: 'plus',
    content: <CreatingCard />,
  },
  {
    value: 'customizing',
    title: t('Customizing Your Card'),
    icon: 'palette',
    content: <CustomizingCard />,
  },
  { value: 'sharing', title: t('Sharing Your Card'), icon: 'qr', content: <SharingCard /> },
  {
    value: 'analytics',
    title: t('Understanding Analytics'),
    icon: 'chart',
    content: <UnderstandingAnalytics />,
  },
  {
    value: 'developers',
    title: t('Developer Features'),
    icon: 'bolt',
    content: <DeveloperFeatures />,
    // Product requirement: exactly this level, not the levels above.
    level: 3,
  },
  {
    value: 'mobile',
    title: t('Mobile Optimization Tips'),
    icon: 'phone-device',
    content: <MobileTips />,
  },
  { value: 'support', title: t('Getting Support'), icon: 'mail', content: <GettingSupport /> },
]

export type Section = { value: string; title: string; icon: IconName; content: ReactNode }

/** An accordion with at most one open section. `open` is that section's value; empty if all are closed. */
function Accordion({
  sections,
  open,
  onOpen,
}: {
  sections: Section[]
  open: string
  onOpen: (value: string) => void
}) {
  return (
    <Radix.Root className="stack" type="single" collapsible value={open} onValueChange={onOpen}>
      {sections.map(({ value, title, icon, content }) => (
        <Radix.Item className="panel accordion-item" key={value} value={value} id={value}>
          <Radix.Header asChild>
            <h2 className="expander">
              <Radix.Trigger>
                <Icon name={icon} />
                <span>{title}</span>
                <Icon name="chevron-down" />
              </Radix.Trigger>
            </h2>
          </Radix.Header>
          <Radix.Content className="accordion-content">
            <div>{content}</div>
          </Radix.Content>
        </Radix.Item>
      ))}
    </Radix.Root>
  )
}

/** The first steps, each ticked once the card or the account shows that it is done. */
function GettingStarted() {
  const { user } = useUser()
  const { cards } = useCards()
  const first = cards?.[0]
  return (
    <>
      <p>
        {t(
          '{name} turns your contact details into a page. People scan its QR code to see it and save you to their phone with one tap. They need no app and no account.',
          { name: product.name },
        )}
      </p>
      <Steps
        done={[
          first !== undefined,
          first !== undefined && (hasPhoto(first) || hasDetails(first)),
          first !== undefined && isSeen(first),
          user?.emailVerified === true,
        ]}
      >
        <Trans id="Open the <strong>Dashboard</strong>. Your first card is already there, with your account's name, email and phone." />
        <Trans id="Select <strong>Edit Card</strong>. On a phone, this opens the quick editor, where you tap what you want to change. On a computer, it opens the advanced editor, with every field." />
        <Trans id="Select <strong>QR Code</strong> and scan it with a phone's camera. You'll see what others see." />
        {t(
          "Open the link in the email we sent when you signed up to confirm your address. Until then, we can't send you password reset links or email about your cards.",
        )}
      </Steps>
      <Picture
        name="dashboard"
        alt={t('The dashboard with a card and the buttons Edit Card, View and QR Code')}
        width={1200}
        height={575}
      />
      <Start />
    </>
  )
}

function Start() {
  const { user } = useUser()
  const navigate = useNavigate()
  const { attempt, failure } = useSubmit(
    t('Authentication required'),
    t('Please sign in to create a card.'),
  )
  const start = () =>
    void attempt(async () => {
      if (!user) throw new Error('Signed out')
      infoToast(t('Redirecting to dashboard'))
      await navigate('/dashboard')
    })
  return (
    <>
      <FailureNote title={t('Authentication required')} message={failure} />
      <End>
        <LinkButton to="/dashboard" kind="primary">
          {t('Go to Dashboard')}
        </LinkButton>
        <Button onClick={start}>{t('Create New Card')}</Button>
      </End>
    </>
  )
}
