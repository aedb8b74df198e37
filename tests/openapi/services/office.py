"""An office: forms, files, headers, cookies, credentials and parameters that are models."""

from datetime import date
from enum import Enum
from typing import Annotated, Literal
from uuid import UUID

from fastapi import Cookie, Depends, FastAPI, File, Form, Header, Query, UploadFile
from fastapi.security import APIKeyHeader, HTTPBasic, HTTPBearer, OAuth2PasswordBearer
from pydantic import BaseModel, EmailStr, Field

app = FastAPI(title="Office", version="2.0.0")


class Floor(int, Enum):
    ground = 0
    first = 1
    second = 2


class Filter(BaseModel):
    limit: int = Field(100, gt=0, le=100)
    offset: int = Field(0, ge=0)
    order_by: Literal["created", "updated"] = "created"
    tags: list[str] = []


class Visitor(BaseModel):
    name: str = Field(min_length=1)
    email: EmailStr
    floor: Floor = Floor.ground


class Login(BaseModel):
    username: str
    password: str = Field(min_length=8)


@app.post("/login")
def login(username: Annotated[str, Form()], password: Annotated[str, Form(min_length=8)], remember: Annotated[bool, Form()] = False):
    return None


@app.post("/login-model")
def login_model(data: Annotated[Login, Form()]):
    return None


@app.post("/files")
def upload(file: UploadFile, title: Annotated[str, Form(max_length=10)], pages: Annotated[list[int], Form()] = []):
    return None


@app.post("/albums")
def create_album(photos: list[UploadFile], name: Annotated[str, Form()], cover: UploadFile | None = None):
    return None


@app.post("/bytes")
def upload_bytes(content: Annotated[bytes, File()], day: Annotated[date | None, Form()] = None):
    return None


@app.get("/rooms")
def rooms(filter_query: Annotated[Filter, Query()]):
    return None


@app.get("/desks/{floor}")
def desks(floor: Floor, x_request_id: Annotated[UUID, Header()], x_tags: Annotated[list[str] | None, Header()] = None):
    return None


@app.get("/me")
def me(session_id: Annotated[UUID, Cookie()], theme: Annotated[Literal["light", "dark"], Cookie()] = "light"):
    return None


@app.get("/secret", dependencies=[Depends(HTTPBearer())])
def secret(level: int):
    return None


@app.post("/visitors", dependencies=[Depends(APIKeyHeader(name="X-API-Key"))])
def visitors(visitor: Visitor):
    return None


@app.get("/basic")
def basic(credentials: Annotated[object, Depends(HTTPBasic())], n: int = 1):
    return None


@app.put("/oauth")
def oauth(token: Annotated[str, Depends(OAuth2PasswordBearer(tokenUrl="token"))], visitor: Visitor | None = None):
    return None
