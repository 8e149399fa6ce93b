import { type PwaSettings, type PwaSlot, pwaLimits } from '../../schema/pwa/pwa.ts'
import { t } from '../messages/t.ts'
import { ColorField } from '../ui/ColorField.tsx'
import { TextField } from '../ui/Fields.tsx'
import { Switch } from '../ui/Switch.tsx'
import { PwaSlotField } from './PwaSlotField.tsx'
import type { PwaDraft } from './usePwaDraft.ts'

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
