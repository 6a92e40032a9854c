import { ChevronDown, Plus, UserPlus, UsersRound } from 'lucide-react';
import { groups } from '#contracts/registers/groups.ts';
import { users } from '#contracts/registers/users.ts';
import { useIdentity } from '#web/lib/session.ts';
import { newHref } from '#web/registers/addresses.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';
import { addsUsers, changesGroups } from './membership-rights.ts';

/** Shows AGGIUNGI UTENTE and AGGIUNGI GRUPPO to people who may add them. */
export function AddMenu() {
  const who = useIdentity();
  const [utente, gruppo] = [addsUsers(who), changesGroups(who)];
  if (!utente && !gruppo) return null;
  return (
    <Menu
      button={
        <Button variant="primary" icon={Plus} className="max-md:!h-11 max-md:w-full">
          AGGIUNGI
          <ChevronDown className="icon-sm" aria-hidden />
        </Button>
      }
    >
      {utente ? (
        <MenuItem icon={UserPlus} href={newHref(users)}>
          AGGIUNGI UTENTE
        </MenuItem>
      ) : null}
      {gruppo ? (
        <MenuItem icon={UsersRound} href={newHref(groups)}>
          AGGIUNGI GRUPPO
        </MenuItem>
      ) : null}
    </Menu>
  );
}
