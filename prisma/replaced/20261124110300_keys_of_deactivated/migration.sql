-- Deactivating a person revokes their keys. Those of people who were deactivated before would work again, unasked, when the
-- person is reactivated.
UPDATE api_keys k SET revoked_at = now()
  FROM users u
 WHERE u.id = k.owner_id AND u.disabled_at IS NOT NULL AND k.revoked_at IS NULL;
