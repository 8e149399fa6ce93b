import type { CSSProperties, ReactNode } from 'react'
import { contrastColor } from '../../card/links.ts'
import { type PwaSettings, type PwaSlot, pwaLimits } from '../../schema/pwa/pwa.ts'
import { t } from '../messages/t.ts'
import { ColorField } from '../ui/ColorField.tsx'
import { TextField } from '../ui/Fields.tsx'
import { Switch } from '../ui/Switch.tsx'
import { shownIcons } from './icon-slots.ts'
import { PwaSlotField } from './PwaSlotField.tsx'
import type { PwaDraft } from './usePwaDraft.ts'

type Props = { settings: PwaSettings }

const places = Array.from({ length: 12 }, (_, place) => place)

/** Name, colors and splash screen of the installed app. */
export function AppearanceTab({ form }: { form: PwaDraft }) {
  const { draft, set, errors, pictures } = form
  const splash: PwaSlot = 'splashImage'
  return (
    <section className="panel stack pwa-fields" data-gap="5" aria-label={t('Appearance')}>
      {texts.map(({ key, label, hint }) => (
        <TextField
          key={key}
          label={label}
          hint={hint}
          value={draft[key]}
          max={pwaLimits[key]}
          error={errors[key]}
          onChange={(text) => set({ [key]: text })}
        />
      ))}
      <div className="pwa-colors">
        {colors.map(({ key, label, hint }) => (
          <ColorField
            key={key}
            label={label}
            hint={hint}
            error={errors[key]}
            value={draft[key].toLowerCase()}
            onChange={(color) => set({ [key]: color.toUpperCase() })}
          />
        ))}
      </div>
      <Switch
        label={t('Splash Screen')}
        hint={t('Shown while the app starts.')}
        checked={draft.enableSplashScreen}
        onChange={(enableSplashScreen) => set({ enableSplashScreen })}
      />
      {draft.enableSplashScreen && (
        <div className="pwa-splash">
          <PwaSlotField
            slot={splash}
            picture={draft.splashImage}
            state={pictures.states.splashImage}
            onChoose={(files) => void pictures.choose(splash, files)}
            onRemove={() => pictures.remove(splash)}
          />
        </div>
      )}
    </section>
  )
}

type TextKey = keyof typeof pwaLimits
type ColorKey = Extract<keyof PwaSettings, `${string}Color`>

const texts: { key: TextKey; label: string; hint: string }[] = [
  {
    key: 'appName',
    label: t('App Name'),
    hint: t('Shown when the app is installed and while it starts.'),
  },
  { key: 'shortName', label: t('Short Name'), hint: t('Shown under the icon.') },
  { key: 'description', label: t('Description'), hint: t('What the app is for.') },
]
const colors: { key: ColorKey; label: string; hint: string }[] = [
  { key: 'themeColor', label: t('Theme Color'), hint: t('Color of the bar above the app.') },
  {
    key: 'backgroundColor',
    label: t('Background Color'),
    hint: t('Color behind the icon while the app starts.'),
  },
]

/** Preview of the app icon on three devices and the splash screen; follows unsaved changes. */
export function PreviewTab({ settings }: { settings: PwaSettings }) {
  const { themeColor, backgroundColor } = settings
  const colors: CSSProperties & Record<`--${string}`, string> = {
    '--theme': themeColor,
    '--theme-text': contrastColor(themeColor),
    '--behind': backgroundColor,
    '--behind-text': contrastColor(backgroundColor),
  }
  return (
    <section className="panel pwa-preview" aria-label={t('Preview')} style={colors}>
      <Android settings={settings} />
      <Ios settings={settings} />
      <Desktop settings={settings} />
      {settings.enableSplashScreen && <Splash settings={settings} />}
    </section>
  )
}

/** An Android home screen with round icons; a maskable icon fills its circle. */
function Android({ settings }: Props) {
  const { android, whole } = shownIcons(settings)
  return (
    <Device name="Android" kind="android">
      <span className="pwa-device-clock">9:41</span>
      <Others count={6} />
      <AppIcon src={android} name={settings.shortName} whole={whole} />
      <span className="pwa-device-search" />
    </Device>
  )
}

/** An iOS home screen. */
function Ios({ settings }: Props) {
  return (
    <Device name="iOS" kind="ios">
      <span className="pwa-device-island" />
      <Others count={10} />
      <AppIcon src={shownIcons(settings).ios} name={settings.shortName} />
      <span className="pwa-device-dock">
        <Others count={4} />
      </span>
    </Device>
  )
}

/** A desktop window with the icon in its title bar. */
function Desktop({ settings }: Props) {
  const { desktop } = shownIcons(settings)
  return (
    <Device name={t('Desktop')} kind="desktop">
      <span className="pwa-device-window">
        <span className="pwa-device-title">
          <img src={desktop} alt="" />
          <span className="clipped">{settings.appName}</span>
          <i />
        </span>
      </span>
      <AppIcon src={desktop} name={settings.shortName} />
      <span className="pwa-device-bar">
        <Others count={2} />
        <img src={desktop} alt="" />
        <Others count={1} />
      </span>
    </Device>
  )
}

/** The splash screen: the icon or the splash image, and the app's name. */
function Splash({ settings }: Props) {
  const { splash } = shownIcons(settings)
  const { splashImage, appName } = settings
  return (
    <Device name={t('Splash screen')} kind="splash">
      <img
        className={splashImage ? 'splash-image' : 'splash-icon'}
        src={splashImage ?? splash}
        alt=""
      />
      <span className="splash-name">{appName}</span>
    </Device>
  )
}

function Device({ name, kind, children }: { name: string; kind: string; children: ReactNode }) {
  return (
    <figure className="pwa-device">
      <div className="pwa-device-screen" data-device={kind}>
        {children}
      </div>
      <figcaption>{name}</figcaption>
    </figure>
  )
}

function AppIcon({ src, name, whole }: { src: string; name: string; whole?: boolean }) {
  return (
    <span className="pwa-device-app" data-whole={whole || undefined}>
      <img src={src} alt="" />
      <span>{name}</span>
    </span>
  )
}

/** Placeholder icons of other apps. */
function Others({ count }: { count: number }) {
  return places.slice(0, count).map((place) => <span className="pwa-device-other" key={place} />)
}
