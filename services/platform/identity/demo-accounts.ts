import { GRUPPO_AMMINISTRATORI, GRUPPO_CAPICANTIERE, GRUPPO_DIREZIONE, GRUPPO_OPERATIVI } from '#contracts/core/permissions.ts';

/** Accounts of the demo firm, which are never created in production. */
export const ACCOUNT_DEMO = [
  {
    memberID: 'admin',
    password: 'admin-demo',
    groupID: GRUPPO_AMMINISTRATORI,
    nome: 'Elena Ferri',
    email: 'admin@strato.example',
    citta: 'Modena',
  },
  {
    memberID: 'direzione',
    password: 'direzione-demo',
    groupID: GRUPPO_DIREZIONE,
    nome: 'Giorgio Montanari',
    email: 'direzione@strato.example',
    citta: 'Reggio Emilia',
  },
  {
    memberID: 'capo',
    password: 'capo-demo',
    groupID: GRUPPO_CAPICANTIERE,
    nome: 'Davide Zanasi',
    email: 'capo@strato.example',
    citta: 'Sassuolo',
  },
  {
    memberID: 'operaio',
    password: 'operaio-demo',
    groupID: GRUPPO_OPERATIVI,
    nome: 'Luca Bertoli',
    email: 'operaio@strato.example',
    citta: 'Carpi',
  },
] as const;
