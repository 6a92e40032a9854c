import { ChevronDown, LogOut } from 'lucide-react';
import { initial } from '#web/lib/format.ts';
import { signOut } from '#web/lib/login.ts';
import { useSession } from '#web/lib/session.ts';
import { Button } from '../ui/feedback/Button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../ui/overlays/Menu.tsx';
import { useNavigation } from './navigation.ts';

export function ProfileMenu() {
  const who = useSession();
  const { profile } = useNavigation();
  if (!who) return null;
  const button = (
    <Button variant="text" className="!pl-1.5">
      <Avatar name={who.name} />
      <span className="sr-only">Profilo di</span>
      <span className="max-w-40 truncate max-md:sr-only">{who.memberID}</span>
      <ChevronDown className="icon-sm text-ink-3" aria-hidden />
    </Button>
  );
  return (
    <Menu button={button} gap={10} className="w-64">
      <div className="flex items-center gap-3 px-2 py-2">
        <Avatar name={who.name} large />
        <span className="min-w-0">
          <span className="block truncate font-medium">{who.name}</span>
          <span className="block truncate text-label text-ink-3">{who.gruppo ?? `Gruppo ${who.groupID}`}</span>
        </span>
      </div>
      <MenuSeparator />
      {profile
        .filter(({ sees }) => sees(who))
        .map(({ label, href, icon }) => (
          <MenuItem key={href} icon={icon} href={href}>
            {label}
          </MenuItem>
        ))}
      <MenuSeparator />
      <MenuItem icon={LogOut} onClick={() => void signOut()}>
        Esci
      </MenuItem>
    </Menu>
  );
}

function Avatar({ name, large = false }: { name: string; large?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`grid flex-none place-items-center rounded-full bg-accent-soft font-semibold text-accent-ink ${large ? 'h-8 w-8 text-label' : 'h-6 w-6 text-caption'}`}
    >
      {initial(name)}
    </span>
  );
}
